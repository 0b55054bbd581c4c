import Type from 'typebox';
import type { Money } from '../../gateway/money/index.ts';
import { readLater } from '../../platform/http/index.ts';
import { pageUpTo } from '../interface/list-page.ts';
import { dayOf, invalidFilter, numberOf, type Query, readLimit, textOf } from '../interface/read-query.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { payoutRow, reconciledLine } from './reconciled-line.ts';

const PLACE = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_(.{1,80})$/;
/** Read one by one, since a repeated key becomes a list. */
const FilterQuery = readLater(Type.Object({}));

/** Payments of acquirers, and the sales that each pays. */
export function payoutRoutes(options: {
  readonly money: { readonly statements: Pick<Money['statements'], 'payouts'> };
}): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/payouts',
      access: 'sales.read',
      query: FilterQuery,
      run: async ({ personId: merchantId, query }) => {
        const asked = query as Query;
        const limit = readLimit(asked);
        const filter = { merchantId, from: dayOf(asked, 'from'), to: dayOf(asked, 'to') };
        const rows = await options.money.statements.payouts.list(filter, {
          limit: limit + 1,
          after: placeOf(asked),
        });
        return pageUpTo(rows, limit, {
          write: payoutRow,
          placeOf: ({ payDay, accountId, payoutId }) => `${payDay}_${accountId}_${payoutId}`,
        });
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/payouts/:id',
      access: 'sales.read',
      query: FilterQuery,
      run: async ({ personId, params, query }) => {
        const account = numberOf(query as Query, 'account');
        const one = await options.money.statements.payouts.find(personId, params.id ?? '', account);
        if (!one) throw refusePanel('statement_payout_unknown');
        return { payout: payoutRow(one.payout), lines: one.lines.map(reconciledLine) };
      },
    }),
  ];
}

function placeOf(query: Query) {
  const cursor = textOf(query, 'cursor');
  if (cursor === undefined) return undefined;
  const [, payDay, accountId, payoutId] = PLACE.exec(cursor) ?? [];
  if (payDay === undefined || payoutId === undefined)
    throw invalidFilter('cursor', 'O cursor não é o de uma página.');
  return { payDay, accountId: Number(accountId), payoutId };
}
