import type { TillSalePlace } from '../../operations/index.ts';

/** How far each of the two kinds of sales has been read: the last one of each that was shown. */
export interface SalesPlace {
  /** Id of a transaction of the gateway. */
  readonly transaction: string | undefined;
  readonly till: TillSalePlace | undefined;
}

export const START: SalesPlace = { transaction: undefined, till: undefined };

const PLACE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?~(?:(\d{1,15})\.(\d{1,15}))?$/;

/** As the cursor of a page: `<transaction>~<moment>.<number>`, either part empty where nothing of it was shown yet. */
export function writePlace({ transaction = '', till }: SalesPlace): string {
  return `${transaction}~${till ? `${till.createdAt}.${till.id}` : ''}`;
}

/** Undefined: a text that is no place. */
export function readPlace(text: string): SalesPlace | undefined {
  const found = PLACE.exec(text);
  if (!found) return undefined;
  const [, transaction, createdAt, id] = found;
  return {
    transaction,
    till: createdAt === undefined ? undefined : { createdAt: Number(createdAt), id: Number(id) },
  };
}
