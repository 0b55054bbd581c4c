import { createSign, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { BankCharge } from './book/bank-charge.ts';
import { reais } from './book/wire-payment.ts';

const KEY_BITS = 2_048;
const KEY_ID = 'sandbox';

/** Signs what payers' banks read at a location, with a key that nobody knows and no bank trusts. */
export function locationSigner(): (payload: object) => Promise<string> {
  let made: Promise<string> | undefined;
  const key = () => {
    made ??= promisify(generateKeyPair)('rsa', {
      modulusLength: KEY_BITS,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).then(({ privateKey }) => privateKey);
    return made;
  };
  return async (payload) => {
    const signed = `${encoded({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${encoded(payload)}`;
    return `${signed}.${createSign('RSA-SHA256')
      .update(signed)
      .sign(await key(), 'base64url')}`;
  };
}

const STATUS = { active: 'ATIVA', paid: 'CONCLUIDA', removed: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } as const;

/** Whether a payer's bank is told the charge there: it is not when it cannot be paid any more. */
export function isServed({ state, expiresAt }: BankCharge, now: number): boolean {
  return state === 'active' && now <= expiresAt;
}

/** The charge as the Banco Central writes it for payers' banks. */
export function locationPayload(charge: BankCharge, now: number): object {
  const { txid, amount, key, createdAt, expiresAt, revision, description, debtor, state } = charge;
  return {
    revisao: revision,
    calendario: {
      criacao: new Date(createdAt).toISOString(),
      apresentacao: new Date(now).toISOString(),
      expiracao: Math.floor((expiresAt - createdAt) / 1_000),
    },
    txid,
    status: STATUS[state],
    valor: { original: reais(amount) },
    chave: key,
    ...(description === undefined ? {} : { solicitacaoPagador: description }),
    infoAdicionais: [],
    ...(debtor === undefined ? {} : { devedor: debtorOf(debtor) }),
  };
}

const CPF_LENGTH = 11;

function debtorOf({ name, document }: NonNullable<BankCharge['debtor']>): object {
  return document.length === CPF_LENGTH ? { cpf: document, nome: name } : { cnpj: document, nome: name };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
