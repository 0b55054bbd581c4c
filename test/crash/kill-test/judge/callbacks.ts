import type { Evidence, Finding } from './evidence.ts';

/** Credited, expired, canceled, refused. */
const NOTIFIED: ReadonlySet<number> = new Set([10, 15, 20, 25]);
const QUEUE = /^venda-(\d+)$/;

/** The seller's system is told of every end of a sale at a till. */
export function judgeCallbacks({ tills, callbacks, acceptedCallbacks }: Evidence): readonly Finding[] {
  const ofSales = callbacks.flatMap(({ about, version, state }) => {
    const [, saleId] = QUEUE.exec(about) ?? [];
    return saleId === undefined ? [] : [{ saleId: Number(saleId), version, state }];
  });
  const planned = Map.groupBy(ofSales, ({ saleId }) => saleId);
  const statusOf = new Map(tills.events.map((event) => [`${event.saleId}.${event.version}`, event.status]));
  const accepted = Map.groupBy(acceptedCallbacks, ({ saleId }) => saleId);
  const ends = Map.groupBy(
    tills.events.filter((event) => NOTIFIED.has(event.status) && !isNote(event, statusOf)),
    ({ saleId }) => saleId,
  );
  const sales = [...new Set([...planned.keys(), ...ends.keys()])].flatMap((saleId) => {
    const versions = (ends.get(saleId) ?? []).map(({ version }) => version).sort(byNumber);
    const told = (planned.get(saleId) ?? []).map(({ version }) => version).sort(byNumber);
    const times = accepted.get(saleId)?.length ?? 0;
    if (versions.join() === told.join() && times >= told.length) return [];
    const details = `till sale ${saleId}: versions ${versions} to be told, ${told} planned, accepted ${times} times`;
    return [{ rule: 'every end of a till sale is told', details }];
  });
  const undelivered = callbacks.filter(({ state }) => state !== 'delivered');
  return [
    ...sales,
    ...undelivered.map(({ about, version, state }) => ({
      rule: 'every callback is delivered',
      details: `${about}, version ${version}, is ${state}`,
    })),
  ];
}

/** What a payment client says of an ended sale is noted in its history, and is no end. */
function isNote(
  { saleId, version, status }: Evidence['tills']['events'][number],
  statusOf: ReadonlyMap<string, number>,
): boolean {
  return statusOf.get(`${saleId}.${version - 1}`) === status;
}

function byNumber(one: number, other: number): number {
  return one - other;
}
