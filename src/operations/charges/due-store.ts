import { type Kysely, sql } from 'kysely';
import type { Charge, ChargeOwner } from './charge.ts';
import { CHARGES, type ChargeTables } from './tables.ts';

type Tables = Kysely<ChargeTables>;

/** The most overdue charges that are looked at for a batch. */
const WINDOW = 1_000;
/** Persons that are looked at for a batch when more charges than that are due. */
const PERSONS_WALKED = 200;

export interface DueBatch {
  readonly charges: readonly Charge[];
  /** `afterPerson` of the next batch. */
  readonly lastPerson: number;
}

interface WantedBatch {
  readonly owner: ChargeOwner;
  readonly now: number;
  readonly limit: number;
  /** Charges of one person in the batch. */
  readonly ofPerson: number;
  /** Where to go on among the persons; 0: from the first. */
  readonly afterPerson: number;
}

/**
 * Of each person the most overdue first, and of all persons the first before anybody's second. However many are due, a
 * bounded number is looked at: the most overdue ones and, when there are more, the first of some persons in turn, so that
 * nobody waits for the backlog of others.
 */
export async function selectDueCharges(tables: Tables, wanted: WantedBatch): Promise<DueBatch> {
  const overdue = (await mostOverdue(tables, wanted).execute()).map(CHARGES.fromRow);
  if (overdue.length < WINDOW) return { charges: inTurn(overdue, wanted), lastPerson: 0 };
  const { rows: walked } = await firstsOfPersons(wanted).execute(tables);
  const firsts = await selectCharges(
    tables,
    walked.flatMap(({ id }) => id ?? []),
  );
  const candidates = new Map([...overdue, ...firsts].map((charge) => [charge.id, charge]));
  const lastPerson = walked.length < PERSONS_WALKED ? 0 : (walked.at(-1)?.person_id ?? 0);
  return { charges: inTurn([...candidates.values()], wanted), lastPerson };
}

export function mostOverdue(tables: Tables, { owner, now }: Pick<WantedBatch, 'owner' | 'now'>) {
  return tables
    .selectFrom('charges')
    .selectAll()
    .where('owner', '=', owner)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(WINDOW);
}

/** The persons after one that have charges to settle, and the most overdue charge of each, if one is due. */
export function firstsOfPersons({
  owner,
  now,
  afterPerson,
}: Pick<WantedBatch, 'owner' | 'now' | 'afterPerson'>) {
  // One step of the index for each person, however many charges it has.
  return sql<{ person_id: number; id: number | null }>`
    with recursive persons (person_id, place) as (
      select min(person_id), 1 from charges
        where owner = ${owner} and due_at is not null and person_id > ${afterPerson}
      union all
      select (select min(next.person_id) from charges next
          where next.owner = ${owner} and next.due_at is not null and next.person_id > persons.person_id),
        place + 1
      from persons where person_id is not null and place < ${sql.lit(PERSONS_WALKED)}
    )
    select person_id,
      (select first.id from charges first
        where first.owner = ${owner} and first.person_id = persons.person_id and first.due_at <= ${now}
        order by first.due_at, first.id limit 1) as id
    from persons where person_id is not null order by person_id`;
}

async function selectCharges(tables: Tables, ids: readonly number[]): Promise<readonly Charge[]> {
  if (ids.length === 0) return [];
  const rows = await tables.selectFrom('charges').selectAll().where('id', 'in', ids).execute();
  return rows.map(CHARGES.fromRow);
}

/** The first of each person, then the second of each, and so on; of equal ones the most overdue. */
function inTurn(
  charges: readonly Charge[],
  { limit, ofPerson }: Pick<WantedBatch, 'limit' | 'ofPerson'>,
): readonly Charge[] {
  const isBefore = (one: Charge, other: Charge) => (one.dueAt ?? 0) - (other.dueAt ?? 0) || one.id - other.id;
  const counts = new Map<number, number>();
  const placed = charges.toSorted(isBefore).map((charge) => {
    const place = (counts.get(charge.personId) ?? 0) + 1;
    counts.set(charge.personId, place);
    return { charge, place };
  });
  return placed
    .filter(({ place }) => place <= ofPerson)
    .toSorted((one, other) => one.place - other.place || isBefore(one.charge, other.charge))
    .slice(0, limit)
    .map(({ charge }) => charge);
}
