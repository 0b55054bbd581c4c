import { type Fields, objectOf } from '../../host/fields.ts';
import type { BankQuirks } from '../bank-quirks.ts';
import { brCode } from '../wire/br-code.ts';
import { reaisOf } from '../wire/money.ts';
import type { Charge, Location, Payment, Return } from './book.ts';
import { lifeSecondsOf, USUAL_VALIDITY_DAYS } from './expiry.ts';

export interface Shown {
  readonly quirks: BankQuirks;
  readonly payments: readonly Payment[];
  /** An earlier revision. */
  readonly revision?: number;
}

/** A charge as the bank answers it. */
export function chargeForm(charge: Charge, { quirks, payments, revision }: Shown): Fields {
  const { kind, txid, createdAt, location } = charge;
  const earlier = revision === undefined ? undefined : charge.earlier[revision];
  const { members, status } = earlier ?? charge;
  const calendar = objectOf(members.calendario);
  return {
    calendario: {
      criacao: instant(createdAt),
      ...(kind === 'cob'
        ? { expiracao: lifeSecondsOf(calendar) }
        : { validadeAposVencimento: USUAL_VALIDITY_DAYS, ...calendar }),
    },
    txid,
    revisao: earlier === undefined ? charge.revision : revision,
    loc: locationForm(location),
    location: location.location,
    status,
    ...pick(members, ['devedor', 'valor', 'chave', 'solicitacaoPagador', 'infoAdicionais']),
    ...(quirks.copyAndPaste ? { pixCopiaECola: codeOf(charge) } : {}),
    ...(payments.length > 0 ? { pix: payments.map((payment) => paymentForm(payment, quirks)) } : {}),
  };
}

export function codeOf({ location, client }: Charge): string {
  return brCode({ location: location.location, name: client.name, city: client.city });
}

export function locationForm({ id, location, kind, createdAt, txid }: Location): Fields {
  return {
    id,
    location,
    tipoCob: kind,
    criacao: instant(createdAt),
    ...(txid === undefined ? {} : { txid }),
  };
}

/** A received Pix, in an answer or a notice. */
export function paymentForm(payment: Payment, { tellsPayer }: Pick<BankQuirks, 'tellsPayer'>): Fields {
  const { endToEndId, txid, amount, at, key, message, payer, returns } = payment;
  const document = payer.document.length === 11 ? { cpf: payer.document } : { cnpj: payer.document };
  return {
    endToEndId,
    ...(txid === undefined ? {} : { txid }),
    valor: reaisOf(amount),
    horario: instant(at),
    chave: key,
    componentesValor: { original: { valor: reaisOf(amount) } },
    ...(message === undefined ? {} : { infoPagador: message }),
    ...(tellsPayer ? { pagador: { nome: payer.name, ...document } } : {}),
    ...(returns.length > 0 ? { devolucoes: returns.map(returnForm) } : {}),
  };
}

export function returnForm(given: Return): Fields {
  const { id, rtrId, amount, nature, description, requestedAt, settledAt, state, reason } = given;
  return {
    id,
    rtrId,
    valor: reaisOf(amount),
    natureza: nature,
    ...(description === undefined ? {} : { descricao: description }),
    horario: {
      solicitacao: instant(requestedAt),
      ...(settledAt === undefined ? {} : { liquidacao: instant(settledAt) }),
    },
    status: state,
    ...(reason === undefined ? {} : { motivo: reason }),
  };
}

export function instant(at: number): string {
  return new Date(at).toISOString();
}

function pick(members: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => members[name] !== undefined).map((name) => [name, members[name]]),
  );
}
