import type { HostAnswer } from '../../host/faults/deliver.ts';
import { objectOf } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { documentOf, flagOf, pageOf, periodOf } from '../wire/paging.ts';
import { violation } from '../wire/problems.ts';
import type { Charge, ChargeKind } from './book.ts';
import { chargeOf, formOf } from './put-charge.ts';
import { chargeForm, codeOf, instant } from './wire-form.ts';

const STATUSES = ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'];
const REVISION = /^\d{1,9}$/;

/** `GET /cob/{txid}?revisao=` and of `/cobv`. */
export async function readCharge(host: Host, kind: ChargeKind, call: Call): Promise<HostAnswer> {
  const charge = chargeOf(host, kind, call);
  const { revisao } = call.query;
  if (revisao === undefined) return { status: 200, body: formOf(host, charge) };
  const revision = typeof revisao === 'string' && REVISION.test(revisao) ? Number(revisao) : undefined;
  if (revision === undefined)
    throw violation(consultation(kind), 'revisao', 'não respeita o schema', revisao);
  if (revision > charge.revision) {
    throw violation(
      kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada',
      'revisao',
      'não existe',
      revisao,
    );
  }
  const payments = host.book.paymentsOf(charge);
  return { status: 200, body: chargeForm(charge, { quirks: host.quirks, payments, revision }) };
}

/** `GET /cob?inicio&fim&…` and of `/cobv`, by creation. */
export async function listCharges(
  host: Host,
  kind: ChargeKind,
  { client, query }: Call,
): Promise<HostAnswer> {
  const type = consultation(kind);
  const { from, to } = periodOf(query, type);
  const document = documentOf(query, type);
  const hasLocation = flagOf(query, 'locationPresente', type);
  const { status } = query;
  if (status !== undefined && !STATUSES.includes(String(status))) {
    throw violation(type, 'status', 'não respeita o schema', status);
  }
  const found = host.book
    .charges()
    .filter((charge) => charge.client === client && charge.kind === kind)
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter((charge) => document === undefined || debtorOf(charge) === document)
    .filter((charge) => status === undefined || charge.status === status)
    // Each charge of this host has one.
    .filter(() => hasLocation !== false);
  const { items, paginacao } = pageOf(found, query, type);
  return {
    status: 200,
    body: {
      parametros: { inicio: instant(from), fim: instant(to), paginacao },
      [kind === 'cob' ? 'cobs' : 'cobsv']: items.map((charge) => formOf(host, charge)),
    },
  };
}

/** `GET /cob/{txid}/qrcode`, which some banks have beside the document. */
export async function readCode(host: Host, call: Call): Promise<HostAnswer> {
  const charge = chargeOf(host, 'cob', call);
  const members = { emv: codeOf(charge), pix_link: `https://${charge.location.location}` };
  return { status: 200, body: host.quirks.qrcode === 'in_value' ? { value: members } : members };
}

function debtorOf({ members }: Charge): unknown {
  const { cpf, cnpj } = objectOf(members.devedor);
  return cpf ?? cnpj;
}

function consultation(kind: ChargeKind) {
  return kind === 'cob' ? 'CobConsultaInvalida' : 'CobVConsultaInvalida';
}
