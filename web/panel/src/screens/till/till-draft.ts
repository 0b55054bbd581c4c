import type { BasketItem } from './till-sale.ts';

/** What is typed for a sale, before it is sent. Money in centavos. */
export interface TillDraft {
  readonly way: 'value' | 'product';
  readonly value: number;
  readonly items: readonly BasketItem[];
  readonly discount: number;
  readonly surcharge: number;
  readonly installments: number;
  readonly reference: string;
  readonly orderId: string;
  readonly clientId: number | undefined;
  readonly operatorId: number | undefined;
}

export const EMPTY_DRAFT: TillDraft = {
  way: 'value',
  value: 0,
  items: [],
  discount: 0,
  surcharge: 0,
  installments: 1,
  reference: '',
  orderId: '',
  clientId: undefined,
  operatorId: undefined,
};

/** A sale that was sent and whose outcome is not known: sent again with its key, it is sold once. */
export interface UnansweredSale {
  readonly key: string;
  readonly methodId: number;
  readonly draft: TillDraft;
}

/** Whose sale it is: another user or shop in the same tab does not see it. */
interface TillPlace {
  readonly userId: number;
  readonly personId: number;
  readonly terminalId: number;
}

/** The unanswered sale of a till, which outlasts a reload of the page, for as long as the tab. */
export function readUnanswered(place: TillPlace): UnansweredSale | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(place));
    if (text === null) return undefined;
    const { key, methodId, draft } = JSON.parse(text) as UnansweredSale;
    return { key, methodId, draft: { ...EMPTY_DRAFT, ...draft } };
  } catch {
    return undefined;
  }
}

/** Undefined: its outcome is known. */
export function keepUnanswered(place: TillPlace, sale: UnansweredSale | undefined): void {
  try {
    if (sale) sessionStorage.setItem(nameOf(place), JSON.stringify(sale));
    else sessionStorage.removeItem(nameOf(place));
  } catch {
    // The browser stores nothing for this page: the sale lasts until the reload.
  }
}

function nameOf({ userId, personId, terminalId }: TillPlace): string {
  return `guiche.till.${userId}.${personId}.${terminalId}`;
}
