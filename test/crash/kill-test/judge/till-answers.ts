import type { Finding } from './evidence.ts';
import { NO_ANSWER, type TillAnswer, type TillEvidence, type TillSaleRecord } from './till-evidence.ts';

const SERVER_ERROR = 500;
const UNAVAILABLE = 503;
const SUCCESS = 200;
/** A till that stopped asking while its first request was still running. */
const CONFLICT = 409;
/** The request may have sold, or may sell later. */
const UNDECIDED: ReadonlySet<number> = new Set([NO_ANSWER, CONFLICT, UNAVAILABLE]);
/** What the statuses that no sale leaves may follow: a paid sale may only be canceled. */
const STAYS: Readonly<Record<number, ReadonlySet<number>>> = {
  10: new Set([10, 18, 19, 20]),
  15: new Set([15]),
  20: new Set([20]),
  25: new Set([25]),
};
const ENDED_UNPAID: ReadonlySet<number> = new Set([15, 20, 25]);

/** What tills were answered is still true, and each request sold once. */
export function judgeTillAnswers({ answers, sales, events }: TillEvidence): readonly Finding[] {
  const byId = new Map(sales.map((sale) => [sale.id, sale]));
  const byReference = Map.groupBy(sales, ({ referenceId }) => referenceId);
  const statuses = Map.groupBy(events, ({ saleId }) => saleId);
  const maybeAccepted = new Set(
    answers.flatMap(({ kind, saleId, http, referenceId }) =>
      kind === 'sell' && (saleId !== undefined || UNDECIDED.has(http)) ? [referenceId] : [],
    ),
  );
  const judgeOne = (answer: TillAnswer): readonly Finding[] => {
    const where = `${answer.kind} of ${answer.referenceId}`;
    if (answer.http >= SERVER_ERROR && answer.http !== UNAVAILABLE) {
      return [{ rule: 'no till gets a server error', details: `${where} got ${answer.http} ${answer.text}` }];
    }
    // Of a request that was sent twice one may be refused, and the other accepted when the order has room again.
    if (answer.saleId === undefined) {
      return maybeAccepted.has(answer.referenceId)
        ? []
        : judgeRefusal(answer, byReference.get(answer.referenceId) ?? []);
    }
    const sale = byId.get(answer.saleId);
    if (sale?.referenceId !== answer.referenceId) {
      const details = `${where} was answered with sale ${answer.saleId}, which is not this one`;
      return [{ rule: 'an answered till sale exists', details }];
    }
    const had = (statuses.get(sale.id) ?? []).some(({ status }) => status === answer.status);
    const stays = STAYS[Number(answer.status)]?.has(sale.status) ?? true;
    if (had && stays) return [];
    const details = `${where} was answered with ${answer.status}; sale ${sale.id} is ${sale.status}`;
    return [{ rule: 'the answered status of a till sale stays answered', details }];
  };
  const repeated = [...byReference].flatMap(([referenceId, several]) =>
    several.length === 1
      ? []
      : [
          {
            rule: 'one request, one till sale',
            details: `${referenceId} became sales ${several.map(({ id }) => id).join(', ')}`,
          },
        ],
  );
  return [...answers.flatMap(judgeOne), ...repeated];
}

/** A refused sale has sold nothing. */
function judgeRefusal(
  { kind, referenceId, http, text }: TillAnswer,
  sales: readonly TillSaleRecord[],
): readonly Finding[] {
  if (kind !== 'sell' || http === SUCCESS) return [];
  const sold = sales.filter(({ status }) => !ENDED_UNPAID.has(status));
  if (sold.length === 0) return [];
  const details = `the sale of ${referenceId} was refused (${http} ${text}), and sale ${sold[0]?.id} is ${sold[0]?.status}`;
  return [{ rule: 'a refused till sale sells nothing', details }];
}
