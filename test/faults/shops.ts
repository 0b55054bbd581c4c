import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { Person } from '../../src/accounts/persons/index.ts';
import { loadConfig } from '../../src/composition/config/config.ts';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { openRooms, type Rooms } from '../../src/composition/rooms.ts';
import { type Service, startService } from '../../src/composition/service.ts';
import { createLog } from '../../src/platform/logs.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { exchange, type HttpAnswer, type HttpRequest } from '../support/http-exchange.ts';

/**
 * Divides all waits by six: the timeout of a sale is 5 s, which a busy machine meets, a late answer of the host takes 15 s,
 * and "not found" is final after 20 s.
 */
export const TIME_SCALE = 6;

type Headers = Readonly<Record<string, string>>;

/** A charge in the book of an acquirer. */
export interface BookedCharge {
  readonly state: string;
  readonly amount: number;
  readonly captured: number;
  readonly voided: number;
  readonly refunds: readonly { readonly amount: number }[];
}

/** A simulated acquirer, as far as the matrix needs it. */
export interface FaultyHost {
  settings(): Readonly<Record<string, string>>;
  book(): Promise<readonly BookedCharge[]>;
  readonly control: {
    force(body: Readonly<Record<string, unknown>>): unknown;
    reset(): unknown;
    references(): { readonly repeated: readonly unknown[] };
    /** Where calls need a token first. */
    revokeTokens?(): unknown;
  };
  stopListening(): Promise<void>;
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

/** An acquirer of the matrix. */
export interface FaultyAcquirer {
  readonly provider: string;
  readonly start: (options: { readonly timeScale: number }) => Promise<FaultyHost>;
  /** The setting that no log may show. */
  readonly secret: string;
}

/** A merchant with its own acquirer host, so that faults of one shop do not affect others. */
export interface Shop {
  readonly personId: number;
  readonly host: FaultyHost;
  readonly api: Headers;
  readonly lateApproval: Person['lateApproval'];
  send(request: HttpRequest): Promise<HttpAnswer>;
}

export interface World {
  readonly shops: readonly Shop[];
  /** The log: one JSON text per line. */
  readonly log: readonly string[];
  /** Stops the service and reads its database. */
  inspect<Result>(read: (rooms: Rooms) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The whole service on SQLite; the last `undoing` shops have late approvals undone. */
export async function openWorld(
  acquirer: FaultyAcquirer,
  { accepting, undoing }: { readonly accepting: number; readonly undoing: number },
): Promise<World> {
  const place = await newDatabasePlace('sqlite', MIGRATIONS);
  const config = loadConfig(environmentOf(place));
  const hosts = await Promise.all(
    Array.from({ length: accepting + undoing }, () => acquirer.start({ timeScale: TIME_SCALE })),
  );
  const agent = new Agent({ keepAlive: true });
  const log: string[] = [];
  let service: Service | undefined;
  const send = (asked: HttpRequest) => {
    assert.ok(service, 'the service is not started');
    return exchange(service.address, agent, asked);
  };

  const rooms = await openRooms(config, { publicUrl: () => 'http://localhost' });
  const shops: Shop[] = [];
  for (const [index, host] of hosts.entries()) {
    const lateApproval = index < accepting ? 'accept' : 'undo';
    const opened = await openShop(rooms, acquirer.provider, { index, host, lateApproval });
    shops.push({ ...opened, host, lateApproval, send });
  }
  await rooms.close();
  service = await startService(config, { log: createLog({ write: (line) => log.push(line) }) });

  const stop = async (): Promise<void> => {
    const stopping = service;
    service = undefined;
    await stopping?.close();
  };
  return {
    shops,
    log,
    inspect: async (read) => {
      await stop();
      const left = await openRooms(config, { publicUrl: () => 'http://localhost' });
      try {
        return await read(left);
      } finally {
        await left.close();
      }
    },
    close: async () => {
      agent.destroy();
      await stop();
      await Promise.all(hosts.map((host) => host.close()));
      await place.remove();
    },
  };
}

function environmentOf({ dataDir }: DatabasePlace) {
  return { GUICHE_PORT: '0', GUICHE_DATA_DIR: dataDir, GUICHE_SIM_TIME_SCALE: String(TIME_SCALE) };
}

async function openShop(
  { accounts, merchantAccounts }: Rooms,
  provider: string,
  { index, host, lateApproval }: Pick<Shop, 'host' | 'lateApproval'> & { readonly index: number },
): Promise<{ personId: number; api: Headers }> {
  const document = String(10_000_000_000 + index);
  const { id: personId } = await accounts.addPerson({ document, name: `Loja ${index}`, role: 'seller' });
  await accounts.activatePerson(personId);
  await accounts.changeSettings(personId, { lateApproval });
  const { name, secret } = await accounts.issueCredential({ personId, kind: 'api' });
  await merchantAccounts.add({ personId, provider, settings: host.settings(), isDefault: true });
  const api = { authenticationApi: String(name), authenticationKey: secret.reveal() };
  return { personId, api };
}
