import type { NoticeIds } from './charge-provider.ts';
import { referenceOfTxid } from './txid.ts';

const ID = /^[a-zA-Z0-9]{1,35}$/;
/** Banks put several payments into one notice; nobody puts more. */
const MAX_PAYMENTS = 1_000;

/** The ids in a notice in the form of the Banco Central: `{"pix": [{"endToEndId", "txid", …}]}`. Nothing else of it is believed. */
export function readPixNotice(body: unknown): readonly NoticeIds[] {
  const named = memberOf(body, 'pix');
  if (!Array.isArray(named)) return [];
  return named.slice(0, MAX_PAYMENTS).flatMap((payment) => {
    const endToEndId = idIn(payment, 'endToEndId');
    const txid = idIn(payment, 'txid');
    if (endToEndId === undefined && txid === undefined) return [];
    return { endToEndId, txid, reference: txid === undefined ? undefined : referenceOfTxid(txid) };
  });
}

function idIn(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' && ID.test(text) ? text : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
