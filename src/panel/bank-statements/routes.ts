import Type from 'typebox';
import {
  BANK_LINE_CLASSES,
  type BankLinePlace,
  type BankStatements,
  importOfx,
  type ListedBankLine,
  readOfx,
  refuseOfx,
} from '../../gateway/bank-statements/index.ts';
import { BODY_LIMIT_BYTES, readLater } from '../../platform/http/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { actingFor } from '../interface/acting-for.ts';
import { pageUpTo } from '../interface/list-page.ts';
import { invalidFilter, oneOf, type Query, readLimit } from '../interface/read-query.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { type BankLineRow, BankStatementBody, MAX_FILE_CHARACTERS } from './schema.ts';

export interface BankStatementRoutesOptions {
  readonly bankStatements: BankStatements;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}

/** Banks name accounts and lines with anything, so that it is written in letters that an address takes. */
const MAX_CURSOR = 1_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Read one by one, since a repeated key becomes a list. */
const FilterQuery = readLater(Type.Object({}));

/** Whether the money that acquirers say they paid came into the account. */
export function bankStatementRoutes(options: BankStatementRoutesOptions): readonly AnyPanelRoute[] {
  const { bankStatements, clock, time } = options;
  return [
    panelRoute({
      method: 'GET',
      path: '/bank-statements/lines',
      access: 'sales.read',
      query: FilterQuery,
      run: async ({ personId: merchantId, query }) => {
        const asked = query as Query;
        const limit = readLimit(asked);
        const filter = { merchantId, class: oneOf(asked, 'class', BANK_LINE_CLASSES) };
        const rows = await bankStatements.lines.list(filter, { limit: limit + 1, after: placeOf(asked) });
        return pageUpTo(rows, limit, { write: rowOf, placeOf: writePlace });
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/bank-statements',
      access: 'sales.refund',
      body: BankStatementBody,
      bodyLimitBytes: MAX_FILE_CHARACTERS + BODY_LIMIT_BYTES,
      run: async (call) => {
        const merchantId = actingFor(call);
        const read = readOfx(Buffer.from(call.body.file.replace(/^data:[^,]{0,200},/, ''), 'base64'));
        if (typeof read === 'string') throw refuseOfx(read, { field: 'file' });
        const today = time.day(clock.now());
        const items = await call.auditAround({ forPersonId: merchantId }, () =>
          importOfx(bankStatements, merchantId, read, today),
        );
        return { items };
      },
    }),
  ];
}

function rowOf(line: ListedBankLine): BankLineRow {
  const { merchantId, account, fitId, day, amount, memo, payouts } = line;
  return {
    id: JSON.stringify([merchantId, account, fitId]),
    personId: merchantId,
    account,
    day,
    amount,
    memo,
    class: line.class,
    payouts: payouts.map(({ accountId, payoutId }) => ({ accountId, payoutId })),
  };
}

function writePlace({ day, account, fitId, merchantId }: ListedBankLine): string {
  return Buffer.from(JSON.stringify([day, account, fitId, merchantId])).toString('base64url');
}

/** Refusal: field_invalid. */
function placeOf(query: Query) {
  const { cursor } = query;
  if (cursor === undefined || cursor === '') return undefined;
  const place = typeof cursor === 'string' && cursor.length <= MAX_CURSOR ? partsOf(cursor) : undefined;
  if (!place) throw invalidFilter('cursor', 'O cursor não é o de uma página.');
  return place;
}

function partsOf(cursor: string): BankLinePlace | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    const [day, account, fitId, merchantId] = parts;
    const texts = [day, account, fitId].every((part) => typeof part === 'string' && !part.includes('\0'));
    return texts && DAY.test(day) && Number.isSafeInteger(merchantId)
      ? { day, account, fitId, merchantId }
      : undefined;
  } catch {
    return undefined;
  }
}
