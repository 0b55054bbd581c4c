import { randomInt } from 'node:crypto';
import { after } from 'node:test';
import { accountSettings } from '../../../../simulators/pix-host/account.ts';
import type { BankName } from '../../../../simulators/pix-host/bank-quirks.ts';
import { type PixHost, type PixHostOptions, startPixHost } from '../../../../simulators/pix-host/pix-host.ts';
import { endableDeadlines } from '../../../../test/conformance/endable-deadlines.ts';
import { Secret } from '../../../platform/secret.ts';
import type { ChargeProvider, CreateRequest } from '../charge-provider.ts';
import type { AccountSettings, ChargeIds } from '../provider.ts';
import type { BankTiming } from './call/timing.ts';
import { createBankConnector } from './connector.ts';
import type { BankProfile } from './profiles/profile.ts';
import { BANK_PROFILES } from './profiles/profiles.ts';

/** Never reached: when a host leaves a call without an answer, it says so, and the deadline ends. */
const DEADLINE_MS = 120_000;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REFERENCE_LENGTH = 16;
const WEEK_MS = 7 * 86_400_000;

export const PATIENT: BankTiming = {
  connectMs: DEADLINE_MS,
  authorizeMs: DEADLINE_MS,
  otherMs: DEADLINE_MS,
  tokenMs: DEADLINE_MS,
  leastMs: 20,
  maxProcessingMs: 3_000,
};

export function profileOf(provider: string): BankProfile {
  const profile = BANK_PROFILES.find((one) => one.provider === provider);
  if (!profile) throw new Error(`no profile ${provider}`);
  return profile;
}

function newReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');
}

export function accountWith(settings: Readonly<Record<string, string>>, accountId = '7'): AccountSettings {
  return {
    accountId,
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, new Secret(value)])),
  };
}

export interface TestBank {
  readonly host: PixHost;
  readonly connector: ChargeProvider;
  readonly settings: Readonly<Record<string, string>>;
  readonly account: AccountSettings;
  now(): number;
  /** Moves the time of both forward. */
  later(ms: number): void;
  request(more?: Partial<CreateRequest>): CreateRequest;
  ids(reference: string, theirId?: string): ChargeIds;
}

/** A bank with the ways of one, and the connector for it. Their time stands still until `later`. */
export async function openTestBank(profile: BankName, options: PixHostOptions = {}): Promise<TestBank> {
  const deadlines = endableDeadlines();
  const startedAt = Date.now();
  let moved = 0;
  const now = () => startedAt + moved;
  const host = await startPixHost({
    profile,
    plain: true,
    realClock: { now: () => startedAt },
    onHold: deadlines.endAll,
    ...options,
  });
  after(() => host.close());
  const settings = await accountSettings(host);
  const account = accountWith(settings);
  const connector = createBankConnector(
    profileOf(profile),
    { clock: { now }, production: false, timeScale: 1 },
    PATIENT,
    deadlines.deadlineIn,
  );
  return {
    host,
    connector,
    settings,
    account,
    now,
    later(ms) {
      moved += ms;
      host.control.advance({ advanceMs: ms });
    },
    request: (more = {}) => ({
      acquirerReference: newReference(),
      account,
      amount: 1_000,
      expiresAt: now() + WEEK_MS,
      key: 'RANDOM_KEY',
      payer: undefined,
      description: undefined,
      ...more,
    }),
    ids: (acquirerReference, theirId) => ({ acquirerReference, theirId, account }),
  };
}
