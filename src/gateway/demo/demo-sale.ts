import { randomUUIDv7 } from 'node:crypto';
import { Authenticate, cardPayment } from '../kinds/card/index.ts';
import {
  type Attempt,
  type DemoSale,
  type Movement,
  newMovement,
  newResult,
  type Result,
  Status,
  type Transaction,
} from '../transactions/index.ts';
import { demoEvents } from './demo-events.ts';
import { AMOUNTS, BRANDS, DENIALS, HOURS, NAMES, SURNAMES } from './demo-words.ts';

export interface DemoSaleFacts {
  readonly merchantId: number;
  /** Counts the sales of one run: makes references and NSUs. */
  readonly number: number;
  readonly createdAt: number;
  readonly now: number;
  newReference(): string;
  /** 0 to 1. */
  random(): number;
}

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const DEMO_HOLDER = 'demo';

type Outcome =
  | 'captured'
  | 'part_refunded'
  | 'refunded'
  | 'authorized'
  | 'canceled'
  | 'denied'
  | 'failed'
  | 'expired'
  | 'refunding';

/** Of a thousand sales; what stays open is young. */
const SHARES: readonly (readonly [outcome: Outcome, share: number])[] = [
  ['denied', 115],
  ['part_refunded', 18],
  ['refunded', 25],
  ['canceled', 15],
  ['failed', 8],
  ['expired', 6],
  ['captured', 813],
];
const YOUNG_SHARES: readonly (readonly [outcome: Outcome, share: number])[] = [
  ['authorized', 90],
  ['refunding', 15],
  ...SHARES.map(([outcome, share]) => [outcome, share * 0.895] as const),
];

/** A moment within `days` before `now`, at the hours and on the days when people buy. */
export function demoMoment(now: number, days: number, random: () => number): number {
  for (;;) {
    const at = now - random() * days * DAY_MS;
    const hour = new Date(at - 3 * HOUR_MS).getUTCHours();
    const isSunday = new Date(at - 3 * HOUR_MS).getUTCDay() === 0;
    if (random() < (HOURS[hour] ?? 0) * (isSunday ? 0.6 : 1)) return Math.floor(at);
  }
}

export function demoSale(facts: DemoSaleFacts): DemoSale {
  const { random, createdAt, now } = facts;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const outcome = outcomeOf(random(), now - createdAt < 4 * DAY_MS ? YOUNG_SHARES : SHARES);
  const amount = amountOf(pick(AMOUNTS), random());
  const denial = pick(DENIALS);
  const nsu = String(100_000 + facts.number);
  const isApproved = !['denied', 'failed', 'expired'].includes(outcome);
  const providerIds = isApproved
    ? {
        providerReference: `1${String(createdAt).slice(3)}${String(facts.number).padStart(6, '0')}`,
        authorizationCode: String(100_000 + Math.floor(random() * 900_000)),
      }
    : {};
  const refunded = outcome === 'refunded' ? amount : Math.max(1, Math.floor(amount * (0.2 + random() * 0.5)));
  const result = resultOf(outcome, { amount, refunded, providerIds, denial });
  const transaction = transactionOf(facts, { amount, result, nsu: isApproved ? nsu : undefined, pick });
  const answeredAt = createdAt + 400 + Math.floor(random() * 1_500);
  const reference = facts.newReference();
  const attempt: Attempt = {
    reference,
    transactionId: transaction.id,
    accountId: 0,
    state: isApproved ? 'approved' : outcome === 'denied' ? 'declined' : 'not_sent',
    createdAt,
    endedAt: answeredAt,
    theirId: providerIds.providerReference,
    nsu: isApproved ? nsu : undefined,
    rawCode: outcome === 'denied' ? denial.code : isApproved ? '00' : undefined,
    rawMessage: undefined,
    abecsCode: outcome === 'denied' ? denial.code : undefined,
    adviceCode: undefined,
    httpStatus: 200,
    declineClass: outcome === 'denied' ? denial.declineClass : undefined,
    reason: undefined,
    holder: DEMO_HOLDER,
    mask: undefined,
  };
  const movement = movementOf(outcome, { facts, transaction, refunded });
  return {
    transaction: {
      ...transaction,
      updatedAt: movement?.endedAt ?? answeredAt,
      openMovement: outcome === 'refunding' ? movement?.id : undefined,
    },
    attempt,
    movement,
    events: demoEvents({ transaction, attempt, movement, isPending: outcome === 'refunding', answeredAt }),
  };
}

function outcomeOf(chance: number, shares: readonly (readonly [Outcome, number])[]): Outcome {
  const all = shares.reduce((sum, [, share]) => sum + share, 0);
  let left = chance * all;
  for (const [outcome, share] of shares) {
    left -= share;
    if (left < 0) return outcome;
  }
  return 'captured';
}

function amountOf([from, to]: readonly [number, number], chance: number): number {
  const cents = from + Math.floor(chance * (to - from));
  return cents - (cents % 10);
}

function resultOf(
  outcome: Outcome,
  {
    amount,
    refunded,
    providerIds,
    denial,
  }: {
    readonly amount: number;
    readonly refunded: number;
    readonly providerIds: Partial<Result>;
    readonly denial: (typeof DENIALS)[number];
  },
): Result {
  const approved = {
    ...providerIds,
    providerCode: '00',
    providerMessage: 'Transação autorizada com sucesso',
  };
  const captured = {
    ...approved,
    providerMessage: 'Transação capturada com sucesso',
    capturedAmount: amount,
  };
  switch (outcome) {
    case 'captured':
      return newResult(Status.captured, captured);
    case 'part_refunded':
      return newResult(Status.captured, { ...captured, refundedAmount: refunded });
    case 'refunded':
      return newResult(Status.canceled, { ...captured, refundedAmount: amount });
    case 'refunding':
      return newResult(Status.canceling, captured);
    case 'authorized':
      return newResult(Status.authorized, approved);
    case 'canceled':
      return newResult(Status.canceled, { ...approved, refundedAmount: amount });
    case 'denied':
      return newResult(Status.denied, { providerCode: denial.code, providerMessage: denial.message });
    case 'failed':
      return newResult(Status.failed, {
        providerMessage: 'Sem comunicação com a adquirente; nada foi cobrado',
      });
    case 'expired':
      return newResult(Status.expired);
  }
}

function transactionOf(
  { merchantId, number, createdAt, random }: DemoSaleFacts,
  {
    amount,
    result,
    nsu,
    pick,
  }: {
    readonly amount: number;
    readonly result: Result;
    readonly nsu: string | undefined;
    readonly pick: <Item>(items: readonly Item[]) => Item;
  },
): Transaction {
  const brand = pick(BRANDS);
  const name = `${pick(NAMES)} ${pick(SURNAMES)}`;
  const isDebit = random() < 0.18;
  const installments = isDebit || amount < 8_000 ? 1 : pick([1, 1, 1, 2, 3, 3, 6, 10, 12]);
  const isNamed = random() < 0.85;
  return {
    id: idAt(createdAt),
    merchantId,
    referenceId: `pedido-${number}`,
    amount,
    createdAt,
    updatedAt: createdAt,
    order: {
      description: undefined,
      postBackUrl: undefined,
      returnUrl: undefined,
      customer: isNamed ? { name, document: cpfOf(number) } : undefined,
      provider: 'REDE',
      providerVersion: '1',
      payment: cardPayment({
        type: isDebit ? 'debit' : 'credit',
        capture: result.capturedAmount !== undefined,
        installments,
        authenticate: isDebit ? Authenticate.always : Authenticate.never,
        card: {
          mask: `${brand.bin}******${String(Math.floor(random() * 10_000)).padStart(4, '0')}`,
          expirationMonth: String(1 + Math.floor(random() * 12)).padStart(2, '0'),
          expirationYear: String(new Date(createdAt).getUTCFullYear() + 1 + Math.floor(random() * 6)),
          cvvSent: true,
          brand: brand.name,
          holderName: name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
        },
      }),
      intention: undefined,
    },
    result,
    version: 1,
    openMovement: undefined,
    nsu,
    demo: 1,
  };
}

function movementOf(
  outcome: Outcome,
  {
    facts: { createdAt, now, random, newReference },
    transaction: { id: transactionId, amount },
    refunded,
  }: { readonly facts: DemoSaleFacts; readonly transaction: Transaction; readonly refunded: number },
): Movement | undefined {
  const kinds = {
    part_refunded: 'refund',
    refunded: 'refund',
    refunding: 'refund',
    canceled: 'void',
  } as const;
  const kind = kinds[outcome as keyof typeof kinds];
  if (kind === undefined) return undefined;
  const at = createdAt + Math.floor((now - createdAt) * random() * 0.8) + 1_000;
  const stated = newMovement({
    id: newReference(),
    transactionId,
    kind,
    amount: outcome === 'part_refunded' ? refunded : amount,
    holder: DEMO_HOLDER,
    createdAt: at,
  });
  return outcome === 'refunding'
    ? { ...stated, state: 'pending', endedAt: at + 700 }
    : { ...stated, state: 'done', endedAt: at + 700 };
}

/** A CPF with right check digits, from the beginning of the range. */
function cpfOf(number: number): string {
  const digits = [...String(number).padStart(9, '0').slice(-9)].map(Number);
  for (const _ of [1, 2]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (digits.length + 1 - index), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

/** A new id of version 7, of that moment. */
function idAt(epochMs: number): string {
  const digits = epochMs.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}${randomUUIDv7().slice(13)}`;
}
