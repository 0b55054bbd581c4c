import type { HostAnswer } from '../../host/faults/deliver.ts';
import { type Fields, isObject } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { scenarioOf } from '../scenarios.ts';
import { Problem, violation } from '../wire/problems.ts';
import type { Charge, ChargeKind, Location } from './book.ts';
import { checkCharge, TXID } from './check-charge.ts';
import { playScenario } from './play-scenario.ts';
import { chargeForm } from './wire-form.ts';

const MEMBERS = ['calendario', 'devedor', 'valor', 'chave', 'solicitacaoPagador', 'infoAdicionais'] as const;

/** `PUT /cob/{txid}` and `/cobv/{txid}`: a new charge, or a change of one that is not paid or removed. */
export async function putCharge(host: Host, kind: ChargeKind, call: Call): Promise<HostAnswer> {
  const txid = String(call.params.txid);
  if (!TXID.test(txid)) throw invalid(kind, 'txid', 'não respeita o schema', txid);
  const { client, body } = call;
  const { quirks, clock, book } = host;
  checkCharge(body, { kind, client, quirks, now: clock.now() });
  const known = book.charge(client, txid);
  if (known) {
    refuseOther(known, kind);
    changeCharge(host, known, membersOf(body), body.loc);
    return { status: quirks.createdStatus, body: formOf(host, known) };
  }
  const scenario = scenarioOf(body);
  if (scenario === 'times_out_empty') return { status: 504, body: {}, delivery: 'none' };
  const charge = addCharge(host, { kind, client, txid, members: membersOf(body), loc: body.loc });
  playScenario(host, charge, scenario);
  if (scenario === 'exists_after_504')
    throw new Problem('IndisponibilidadePorTempoEsgotado', 'Tempo esgotado.');
  return { status: quirks.createdStatus, body: formOf(host, charge) };
}

/** `PATCH`: a change of some members, or the removal and nothing else. */
export async function patchCharge(host: Host, kind: ChargeKind, call: Call): Promise<HostAnswer> {
  const charge = chargeOf(host, kind, call);
  const { body } = call;
  if ('status' in body) {
    if (body.status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR') {
      throw invalid(kind, 'status', 'só pode ser REMOVIDA_PELO_USUARIO_RECEBEDOR', body.status);
    }
    if (Object.keys(body).length > 1) throw invalid(kind, 'status', 'não pode vir com outras mudanças');
    refuseOther(charge, kind);
    revise(charge, charge.members, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    return { status: 200, body: formOf(host, charge) };
  }
  refuseOther(charge, kind);
  const members = { ...charge.members, ...membersOf(body) };
  checkCharge(members, { kind, client: call.client, quirks: host.quirks, now: host.clock.now() });
  changeCharge(host, charge, members, body.loc);
  return { status: 200, body: formOf(host, charge) };
}

/** The charge of a call; refuses one that is unknown or of the other kind. */
export function chargeOf({ book }: Host, kind: ChargeKind, { client, params }: Call): Charge {
  const charge = book.charge(client, String(params.txid));
  if (charge?.kind === kind) return charge;
  throw violation(
    kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada',
    'txid',
    'não existe',
    params.txid,
  );
}

export function formOf({ book, quirks }: Host, charge: Charge): Fields {
  return chargeForm(charge, { quirks, payments: book.paymentsOf(charge) });
}

function addCharge(
  host: Host,
  asked: Pick<Charge, 'kind' | 'client' | 'txid' | 'members'> & { readonly loc: unknown },
): Charge {
  const { loc, ...known } = asked;
  const createdAt = host.clock.now();
  const location =
    locationAsked(host, asked, loc) ??
    host.book.newLocation({ client: asked.client, kind: asked.kind, host: host.openHost(), at: createdAt });
  location.txid = asked.txid;
  const charge: Charge = { ...known, createdAt, status: 'ATIVA', revision: 0, location, earlier: [] };
  host.book.addCharge(charge);
  return charge;
}

function changeCharge(host: Host, charge: Charge, members: Fields, loc: unknown): void {
  const location = locationAsked(host, charge, loc);
  if (location && location !== charge.location) {
    charge.location.txid = undefined;
    charge.location = location;
    location.txid = charge.txid;
  }
  revise(charge, members, charge.status);
}

function revise(charge: Charge, members: Fields, status: Charge['status']): void {
  charge.earlier.push({ members: charge.members, status: charge.status });
  charge.members = members;
  charge.status = status;
  charge.revision += 1;
}

/** `loc.id`: a free location of the receiver, for this kind of charge. */
function locationAsked(
  { book }: Host,
  { kind, client, txid }: Pick<Charge, 'kind' | 'client' | 'txid'>,
  loc: unknown,
): Location | undefined {
  if (loc === undefined) return undefined;
  const id = isObject(loc) ? loc.id : undefined;
  const found = book.locations().find((one) => one.id === id && one.client === client);
  if (!found) throw invalid(kind, 'loc.id', 'não existe', id);
  if (found.kind !== kind) throw invalid(kind, 'loc.id', 'é de outro tipo de cobrança', id);
  if (found.txid !== undefined && found.txid !== txid) throw invalid(kind, 'loc.id', 'está em uso', id);
  return found;
}

function refuseOther(charge: Charge, kind: ChargeKind): void {
  if (charge.kind !== kind)
    throw invalid(kind, 'txid', 'já foi usado em outro tipo de cobrança', charge.txid);
  if (charge.status !== 'ATIVA') {
    throw invalid(
      kind,
      'status',
      'a cobrança já existe, não está no status ATIVA, e a presente requisição busca alterá-la',
      charge.status,
    );
  }
}

function membersOf(body: Fields): Fields {
  return Object.fromEntries(
    MEMBERS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  );
}

function invalid(kind: ChargeKind, member: string, reason: string, value?: unknown): Problem {
  return violation(kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida', member, reason, value);
}
