import { VISA } from '../../../support/gateway-client.ts';
import type { LinkBuyerPlan } from '../link.ts';
import type { Random } from '../random.ts';

/** Ids of payment methods. */
export const METHODS = { cash: 41, terminal: 21, keyed: 51, storedCard: 2 } as const;
export type TillMethod = keyof typeof METHODS;

/** One sale at a till. Money in centavos. */
export interface TillSalePlan {
  /** Its reference, and its Idempotency-Key. */
  readonly referenceId: string;
  readonly method: TillMethod;
  readonly amount: number;
  readonly terminal: number;
  readonly client: number;
  /** Who types the card of a keyed sale. */
  readonly buyer: LinkBuyerPlan;
  /** Sent twice at the same time. */
  readonly isDoubled: boolean;
  /** Canceled once it is paid, or while it waits. */
  readonly cancels: boolean;
  /** Canceled so long after its payment client took it, at whatever moment of its work; undefined: not then. */
  readonly givesUpAfterMs: number | undefined;
}

/** What tills do together: one sale, sales that pay one order, or sales of a product of which there are few. */
export interface TillPlan {
  readonly referenceId: string;
  readonly kind: 'single' | 'order' | 'stock';
  readonly sales: readonly TillSalePlan[];
}

/** Of each order, in centavos. */
export const ORDER_TOTAL = 10_000;
/** Items of each product. */
export const STOCK = 3;
export const ITEM_PRICE = 1_000;
const LEAST_AMOUNT = 100;
const MOST_AMOUNT = 90_000;
const LEAST_SHARE = 2_000;
const MOST_SHARE = 6_000;
const METHOD_WEIGHTS = { cash: 3, terminal: 4, keyed: 3, storedCard: 3 } as const;
const MOSTLY_TERMINALS = { cash: 1, terminal: 12, keyed: 1, storedCard: 1 } as const;
/** A payment client moves the money 20 ms after it took the work, and one that died starts again after 50 ms. */
const LATEST_GIVING_UP_MS = 250;
const CARDS = { [VISA]: 6, '4000000000090516': 2 } as const;

/** The same seed gives the same plan. */
export function planTill(
  random: Random,
  referenceId: string,
  {
    terminals,
    clients,
    mostlyPinPads,
  }: { readonly terminals: number; readonly clients: number; readonly mostlyPinPads: boolean },
): TillPlan {
  const kind = random.weighted({ single: 3, order: 1, stock: 1 });
  const size = kind === 'single' ? 1 : random.between(STOCK + 1, STOCK + 3);
  const amount = (): number => {
    if (kind === 'stock') return ITEM_PRICE;
    const [least, most] = kind === 'order' ? [LEAST_SHARE, MOST_SHARE] : [LEAST_AMOUNT, MOST_AMOUNT];
    return random.between(least, most);
  };
  return {
    referenceId,
    kind,
    sales: Array.from({ length: size }, (_, index) => {
      const saleReference = `${referenceId}-${index}`;
      return {
        referenceId: saleReference,
        method: random.weighted(mostlyPinPads ? MOSTLY_TERMINALS : METHOD_WEIGHTS),
        amount: amount(),
        terminal: random.between(0, terminals - 1),
        client: random.between(0, clients - 1),
        buyer: {
          formKey: saleReference,
          address: `10.2.${random.between(0, 255)}.${random.between(0, 255)}`,
          cardNumber: random.weighted<string>(CARDS),
          isDoubled: false,
        },
        isDoubled: random.happens(0.2),
        cancels: random.happens(0.3),
        givesUpAfterMs: random.happens(0.3) ? random.between(0, LATEST_GIVING_UP_MS) : undefined,
      };
    }),
  };
}

/** A recurrence with one entry, due at once. */
export interface RecurrencePlan {
  readonly referenceId: string;
  readonly client: number;
  readonly amount: number;
}

export function planRecurrence(random: Random, referenceId: string, clients: number): RecurrencePlan {
  return {
    referenceId,
    client: random.between(0, clients - 1),
    amount: random.between(LEAST_AMOUNT, MOST_AMOUNT),
  };
}
