import { boundedCache } from '../../../platform/bounded-cache.ts';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { isWithin } from '../../../platform/time/is-within.ts';
import { acquirerRefuse } from '../refusals.ts';
import type { NumberedRuleSet, RuleSet } from './rule-set.ts';
import {
  activationsAfter,
  findRuleSet,
  INSTALLATION,
  insertActivation,
  insertRuleSet,
  type KeptVersion,
  lastActivation,
  listVersions,
  newestActivation,
  type StoredRuleSet,
} from './store.ts';

/** What was activated elsewhere holds here within this time, and the time that one query takes. */
const LOOK_EVERY_MS = 1_000;
const MAX_LOOKED_AT = 1_000;
const MAX_KNOWN = 10_000;
const MAX_LISTED = 200;

/** Whose rules: a person's, or those of the installation for persons without any. */
export type RulesOwner = number | 'installation';

/** The rules of one owner, newest version first. */
export interface RulesOfOwner {
  readonly versions: readonly KeptVersion[];
  /** Undefined: none is. */
  readonly active: ActiveVersion | undefined;
}

export interface ActiveVersion {
  readonly version: number;
  readonly since: number;
}

/** Adds the audit's entry, in the same commit. */
type Written = (transaction: WriteTransaction, version: number) => Promise<void>;

export interface RoutingRules {
  /** What decides on a person's payments now: its own active rules, otherwise the installation's. From memory but for one query a second. */
  activeFor(personId: number): Promise<NumberedRuleSet | undefined>;
  /** Keeps a new version, which is not active, and gives its number. */
  add(owner: RulesOwner, rules: RuleSet, written?: Written): Promise<number>;
  /** From now on; 0: none. Throws routing_version_unknown (404). */
  activate(owner: RulesOwner, version: number, written?: Written): Promise<void>;
  of(owner: RulesOwner): Promise<RulesOfOwner>;
  /** Undefined: none is. */
  activeOf(owner: RulesOwner): Promise<ActiveVersion | undefined>;
  find(owner: RulesOwner, version: number): Promise<StoredRuleSet | undefined>;
}

export function createRoutingRules({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): RoutingRules {
  const known = createKnownRules(database, clock);
  const activeOf = async (personId: number): Promise<ActiveVersion | undefined> => {
    const last = await lastActivation(database, personId);
    return last && last.version > 0 ? { version: last.version, since: last.activatedAt } : undefined;
  };
  return {
    activeFor: async (personId) => {
      await known.refresh();
      const own = await known.of(personId);
      const ofHouse = own ? undefined : await known.of(INSTALLATION);
      return own ?? (ofHouse && { ...ofHouse, isOfHouse: true });
    },
    add: (owner, { rules }, written) =>
      database.write(async (write) => {
        const version = await insertRuleSet(write, { personId: idOf(owner), rules, createdAt: clock.now() });
        await written?.(write, version);
        return version;
      }),
    activate: async (owner, version, written) => {
      const personId = idOf(owner);
      if (version !== 0 && !(await findRuleSet(database, personId, version))) {
        throw acquirerRefuse('routing_version_unknown');
      }
      await database.write(async (write) => {
        await insertActivation(write, { personId, version, activatedAt: clock.now() });
        await written?.(write, version);
      });
      known.forget(personId);
    },
    of: async (owner) => ({
      versions: await listVersions(database, idOf(owner), MAX_LISTED),
      active: await activeOf(idOf(owner)),
    }),
    activeOf: (owner) => activeOf(idOf(owner)),
    find: (owner, version) => findRuleSet(database, idOf(owner), version),
  };
}

/** Active rules by owner. What has none is known too. */
function createKnownRules(database: Database, clock: Clock) {
  const known = boundedCache<number, Promise<NumberedRuleSet | undefined>>(MAX_KNOWN);
  let newest: number | undefined;
  let lookedAt = Number.NaN;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const at = clock.now();
    if (newest === undefined) {
      newest = await newestActivation(database);
      // What was read before that number was known may be older than it.
      known.clear();
    } else {
      const since = await activationsAfter(database, newest, MAX_LOOKED_AT);
      for (const { personId } of since) known.delete(personId);
      newest = since.at(-1)?.id ?? newest;
    }
    lookedAt = at;
  };
  const read = async (personId: number): Promise<NumberedRuleSet | undefined> => {
    const active = await lastActivation(database, personId);
    return active && active.version > 0 ? findRuleSet(database, personId, active.version) : undefined;
  };
  return {
    refresh: async (): Promise<void> => {
      if (isWithin(LOOK_EVERY_MS, lookedAt, clock.now())) return;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    },
    of: (personId: number): Promise<NumberedRuleSet | undefined> => {
      const kept = known.get(personId);
      if (kept) return kept;
      const value = read(personId);
      known.set(personId, value);
      value.catch(() => known.delete(personId));
      return value;
    },
    forget: (personId: number): void => {
      known.delete(personId);
    },
  };
}

function idOf(owner: RulesOwner): number {
  return owner === 'installation' ? INSTALLATION : owner;
}
