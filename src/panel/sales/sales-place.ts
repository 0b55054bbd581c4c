import type { TillSalePlace } from '../../operations/index.ts';

/** The position in the list of both kinds of sales: the last shown one of each. */
export interface SalesPlace {
  /** Id of a transaction of the gateway. */
  readonly transaction: string | undefined;
  readonly till: TillSalePlace | undefined;
}

export const START: SalesPlace = { transaction: undefined, till: undefined };

const PLACE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?~(?:(\d{1,15})\.(\d{1,15}))?$/;

/** The cursor of a page: `<transaction>~<moment>.<number>`; a part is empty if nothing of that kind was shown yet. */
export function writePlace({ transaction = '', till }: SalesPlace): string {
  return `${transaction}~${till ? `${till.createdAt}.${till.id}` : ''}`;
}

/** Undefined for an invalid cursor. */
export function readPlace(text: string): SalesPlace | undefined {
  const found = PLACE.exec(text);
  if (!found) return undefined;
  const [, transaction, createdAt, id] = found;
  return {
    transaction,
    till: createdAt === undefined ? undefined : { createdAt: Number(createdAt), id: Number(id) },
  };
}
