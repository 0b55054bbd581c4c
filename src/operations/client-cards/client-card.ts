import type { CardForm, CardOfClient } from './card-forms.ts';

/** How a client's card stands (`status`), by the numbers of the interface. */
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
  /** Of the gateway's form: what became of it is known there alone. */
  readonly formId: string;
  /** 1: charged before the client's other cards. At most one of a client. */
  readonly preferred: 0 | 1;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A card as it stands now. */
export interface CardNow {
  readonly id: number;
  readonly record: ClientCard;
  readonly status: CardStatus;
  /** Where the client types it, while that can be done. */
  readonly url: string | undefined;
  /** Also when it is a duplicate. */
  readonly kept: CardOfClient | undefined;
}

/** How the cards of one client stand. Of records with the same card the oldest is active, the others are duplicates. */
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

/** The card to charge: the preferred one where it can be charged, else the newest that can. */
export function cardToCharge(cards: readonly CardNow[]): CardNow | undefined {
  const kept = cards.filter(({ status }) => status === CARD_STATUS.active);
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
