import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { useActing } from '../../api/acting.ts';
import { CallError, call } from '../../api/call.ts';
import { isKeyReused, isStalePrice } from '../../api/till-refusals.ts';
import { useMe } from '../../session/session.ts';
import {
  EMPTY_DRAFT,
  keepUnanswered,
  readUnanswered,
  type TillDraft,
  type UnansweredSale,
} from './till-draft.ts';
import { askedItems, itemsTotal } from './till-sale.ts';

/** The sale that is typed at a terminal, and its sending: kept in the browser until it is known what became of it. */
export function useSale(
  terminal: TerminalRow,
  {
    start,
    onSold,
  }: {
    readonly start: Partial<TillDraft> | undefined;
    readonly onSold: (sale: TillSale, draft: TillDraft) => void;
  },
) {
  const { settings } = terminal;
  const { user, person } = useMe();
  const place = { userId: user.id, personId: useActing()?.id ?? person.id, terminalId: terminal.id };
  const [unanswered, setUnanswered] = useState(() => readUnanswered(place));
  const [draft, setDraft] = useState({ ...EMPTY_DRAFT, ...start, ...unanswered?.draft });
  const [saleKey, setSaleKey] = useState(() => unanswered?.key ?? crypto.randomUUID());
  const remember = (sale: UnansweredSale | undefined) => {
    keepUnanswered(place, sale);
    setUnanswered(sale);
  };
  const byProduct = settings.sellsByProduct && (draft.way === 'product' || !settings.sellsByValue);
  const original = originalOf(draft, byProduct);
  const total = original - draft.discount + draft.surcharge;
  const client = useQueryClient();
  const sell = useMutation({
    mutationFn: (method: PaymentMethodRow) =>
      call('POST /till/sales', {
        // The key belongs to the basket, not to the method: one basket is never sold twice by two methods.
        idempotencyKey: saleKey,
        body: bodyOf({ terminalId: terminal.id, method, draft, byProduct, total: original }),
      }),
    // Before the sale is sent: the page may be reloaded before the answer is there.
    onMutate: (method) => {
      remember({ key: saleKey, methodId: method.id, draft });
      return { wasUnanswered: unanswered !== undefined };
    },
    onSuccess: (sale) => {
      remember(undefined);
      setDraft({ ...EMPTY_DRAFT, way: draft.way, operatorId: draft.operatorId });
      setSaleKey(crypto.randomUUID());
      onSold(sale, draft);
    },
    onError: (error, _method, before) => {
      if (saysNothingIsSold(error, before)) remember(undefined);
      // Reloads the products, so that the picker shows the current prices.
      if (isStalePrice(error)) return client.invalidateQueries({ queryKey: ['till-products'] });
    },
  });
  const set = (change: Partial<TillDraft>) => {
    setDraft({ ...draft, ...change });
    // A new sale needs a new key, but while the last sale may have been created, its key is kept to find it.
    if (!sell.isPending && !unanswered) setSaleKey(crypto.randomUUID());
  };
  return {
    draft,
    set,
    sell,
    byProduct,
    total,
    /** The method of a sale that may have been made. */
    maybeSoldBy: sell.isPending ? undefined : unanswered?.methodId,
  };
}

/** Before discount and surcharge, in centavos. */
function originalOf({ items, value }: TillDraft, byProduct: boolean): number {
  return byProduct ? itemsTotal(items) : value;
}

function bodyOf({
  terminalId,
  method,
  draft,
  byProduct,
  total,
}: {
  readonly terminalId: number;
  readonly method: PaymentMethodRow;
  readonly draft: TillDraft;
  readonly byProduct: boolean;
  /** Before discount and surcharge, in centavos. */
  readonly total: number;
}) {
  const reference = draft.reference.trim();
  return {
    terminalId,
    methodId: method.id,
    ...(byProduct ? { items: askedItems(draft.items) } : {}),
    total,
    discount: draft.discount,
    surcharge: draft.surcharge,
    installments: Math.min(draft.installments, method.maxInstallments),
    ...(reference === '' ? {} : { reference }),
    ...(draft.orderId === '' ? {} : { orderId: Number(draft.orderId) }),
    ...(draft.clientId === undefined ? {} : { clientId: draft.clientId }),
    ...(draft.operatorId === undefined ? {} : { operatorId: draft.operatorId }),
  };
}

/** Whether the outcome of the sale is unknown: no answer came, or not from the service. */
function outcomeUnknown(error: Error | null): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500);
}

/**
 * Whether this basket was certainly not sold. After an unknown outcome a later refusal, such as of an ended session, does
 * not say so of the first request.
 */
function saysNothingIsSold(error: Error, before: { wasUnanswered: boolean } | undefined): boolean {
  return isKeyReused(error) || (before?.wasUnanswered === false && !outcomeUnknown(error));
}
