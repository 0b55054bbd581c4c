import type { CardForm, CardOfClient } from './card-forms.ts';

/** The status of a client's card (`status`), by the numbers of the interface. */
export const CARD_STATUS = { pending: 1, active: 2, duplicate: 3, canceled: 4, inactive: 5 } as const;
export type CardStatus = (typeof CARD_STATUS)[keyof typeof CARD_STATUS];

const NAMES: Readonly<Record<CardStatus, string>> = {
  1: 'Token Pendente',
  2: 'Ativo',
  3: 'Duplicado',
  4: 'Cancelado',
  5: 'Inativo',
};

export function cardStatusName(status: CardStatus): string {
  return NAMES[status];
}

/** A card of a client, which the client types on a hosted form. Times in milliseconds since 1970. */
export interface ClientCard {
  readonly id: number;
  /** The seller. */
  readonly personId: number;
  readonly clientId: number;
  /** Id of the gateway's form; only the gateway knows its state. */
  readonly formId: string;
  /** 1: charged in preference to the client's other cards. At most one per client. */
  readonly preferred: 0 | 1;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A card with its current state. */
export interface CardNow {
  readonly id: number;
  readonly record: ClientCard;
  readonly status: CardStatus;
  /** Where the client types it, while the form is open. */
  readonly url: string | undefined;
  /** Also when it is a duplicate. */
  readonly kept: CardOfClient | undefined;
}

/** The states of the cards of one client. Of records with the same card the oldest is active, the others are duplicates. */
export function cardsNow(
  cards: readonly ClientCard[],
  forms: ReadonlyMap<string, CardForm>,
): readonly CardNow[] {
  const tokens = new Set<string>();
  return cards
    .toSorted((one, other) => one.id - other.id)
    .map((record) => {
      const form = forms.get(record.formId);
      const kept = form?.kind === 'kept' ? form.card : undefined;
      const isDuplicate = kept !== undefined && tokens.has(kept.token);
      if (kept) tokens.add(kept.token);
      return {
        id: record.id,
        record,
        status: isDuplicate ? CARD_STATUS.duplicate : statusOf(form),
        url: form?.kind === 'open' ? form.url : undefined,
        kept,
      };
    });
}

/**
 * The card to charge: the preferred one if it can be charged, otherwise the newest that can. `except`: tokens of cards
 * that must not be charged again.
 */
export function cardToCharge(
  cards: readonly CardNow[],
  except: ReadonlySet<string> = new Set(),
): CardNow | undefined {
  const kept = cards.filter(
    (card) => card.status === CARD_STATUS.active && !except.has(card.kept?.token ?? ''),
  );
  const preferred = cards.find(({ record }) => record.preferred === 1)?.kept?.token;
  return kept.find((card) => card.kept?.token === preferred) ?? kept.at(-1);
}

function statusOf(form: CardForm | undefined): CardStatus {
  switch (form?.kind) {
    case 'open':
    case 'confirming':
      return CARD_STATUS.pending;
    case 'kept':
      return CARD_STATUS.active;
    case 'deleted':
      return CARD_STATUS.canceled;
    default:
      return CARD_STATUS.inactive;
  }
}
