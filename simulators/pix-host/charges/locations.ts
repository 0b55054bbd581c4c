import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { flagOf, pageOf, periodOf } from '../wire/paging.ts';
import { violation } from '../wire/problems.ts';
import type { Location } from './book.ts';
import { instant, locationForm } from './wire-form.ts';

const INVALID = 'PayloadLocationOperacaoInvalida';

/** `POST /loc`. */
export async function newLocation(host: Host, { client, body }: Call): Promise<HostAnswer> {
  const { tipoCob } = body;
  if (tipoCob !== 'cob' && tipoCob !== 'cobv') {
    throw violation(INVALID, 'tipoCob', 'não respeita o schema', tipoCob ?? '');
  }
  const asked = { client, kind: tipoCob, host: host.openHost(), at: host.clock.now() } as const;
  return { status: 201, body: locationForm(host.book.newLocation(asked)) };
}

/** `GET /loc?inicio&fim&…` */
export async function listLocations({ book }: Host, { client, query }: Call): Promise<HostAnswer> {
  const { from, to } = periodOf(query, INVALID);
  const taken = flagOf(query, 'txIdPresente', INVALID);
  const found = book
    .locations()
    .filter((one) => one.client === client && one.createdAt >= from && one.createdAt <= to)
    .filter(({ kind }) => query.tipoCob === undefined || kind === query.tipoCob)
    .filter(({ txid }) => taken === undefined || taken === (txid !== undefined));
  const { items, paginacao } = pageOf(found, query, INVALID);
  return {
    status: 200,
    body: {
      parametros: { inicio: instant(from), fim: instant(to), paginacao },
      loc: items.map(locationForm),
    },
  };
}

/** `GET /loc/{id}` */
export async function readLocation(host: Host, call: Call): Promise<HostAnswer> {
  return { status: 200, body: locationForm(locationOf(host, call)) };
}

/** `DELETE /loc/{id}/txid`: the charge can no longer be paid by it. */
export async function freeLocation(host: Host, call: Call): Promise<HostAnswer> {
  const location = locationOf(host, call);
  if (location.txid === undefined) throw violation(INVALID, 'id', 'não tem txid', call.params.id);
  location.txid = undefined;
  return { status: 200, body: locationForm(location) };
}

function locationOf({ book }: Host, { client, params }: Call): Location {
  const found = book.locations().find((one) => one.client === client && String(one.id) === params.id);
  if (!found) throw violation('PayloadLocationNaoEncontrado', 'id', 'não existe', params.id);
  return found;
}
