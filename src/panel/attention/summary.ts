import { permissionsOf } from '../../accounts/team/index.ts';
import type { StuckSales } from '../../operations/index.ts';
import type { PanelCall } from '../interface/route.ts';
import type { Attention } from './schema.ts';
import { type AttentionDependencies, showCases } from './show-case.ts';

const SHOWN = 3;
/** Of persons, more are not counted. */
const MAX_WAITING = 100;

/** What waits for the platform's team, of all shops or of the one that is looked at. */
export async function summarizeAttention(
  dependencies: AttentionDependencies & { readonly stuckSales: StuckSales },
  { personId, mayActivate }: { readonly personId: number | undefined; readonly mayActivate: boolean },
): Promise<Attention> {
  const { cases, stuckSales, accounts } = dependencies;
  const [sales, tillSales, waiting, oldest] = await Promise.all([
    cases.manualTransactions(personId),
    stuckSales.count(personId),
    mayActivate
      ? accounts.searchPersons({
          status: 'waiting',
          beforeId: undefined,
          search: undefined,
          limit: MAX_WAITING,
        })
      : undefined,
    cases.manual(SHOWN, personId).then((rows) => showCases(dependencies, rows)),
  ]);
  return {
    sales,
    tillSales,
    waiting: waiting?.length,
    oldest: oldest.map(({ id, title, since, lastAnswer, person }) => ({
      id,
      title,
      since,
      lastAnswer,
      person,
    })),
  };
}

export function mayActivate({ visitor }: Pick<PanelCall<unknown, unknown>, 'visitor'>): boolean {
  return permissionsOf(visitor.user.role, visitor.person.role).has('platform.persons.activate');
}
