import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient } from '../../support/http-client.ts';
import type { HostCard, HostCharge } from './judge/evidence.ts';

const MAIN = fileURLToPath(new URL('../../../simulators/rede-host/main.ts', import.meta.url));
const LISTENS = /escuta em (http:\/\/\S+) /;
const START_WITHIN_MS = 120_000;

/** How many times faster than real time the acquirer runs: late answers arrive when the service has given up. */
const TIME_SCALE = 60;

export interface AcquirerAccount {
  readonly pv: string;
  readonly key: string;
}

/** rede-host in a separate process. */
export interface Acquirer {
  /** `--setting NAME=VALUE` arguments of an account there. */
  settings(account: AcquirerAccount): readonly string[];
  /** Sets the fault rates, as in `POST /__sim/faults`. */
  setFaults(rates: object): Promise<void>;
  /** Moves its clock forward. */
  advance(ms: number): Promise<void>;
  book(): Promise<{
    charges: readonly HostCharge[];
    repeatedReferences: readonly string[];
    cards: readonly HostCard[];
  }>;
  stop(): Promise<void>;
}

export async function startAcquirer(accounts: readonly AcquirerAccount[]): Promise<Acquirer> {
  const named = accounts.flatMap(({ pv, key }) => ['--pv', pv, '--key', key]);
  const child = spawn(
    process.execPath,
    [MAIN, '--time-scale', String(TIME_SCALE), '--end-with-parent', ...named],
    // It ends with its standard input, and so with this process, however that ends; not by Ctrl-C, which only ends the load.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  const address = await addressOf(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const client = createClient(address, 2);
  const control = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await client.send({
      path: `/__sim${path}`,
      ...(body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json() as Record<string, unknown>;
  };
  return {
    settings: ({ pv, key }) =>
      [
        `pv=${pv}`,
        `key=${key}`,
        `api=${address}/v2`,
        `token=${address}/oauth2/token`,
        `cards=${address}/token-service/oauth/v2`,
      ].flatMap((setting) => ['--setting', setting]),
    setFaults: async (rates) => void (await control('/faults', rates)),
    advance: async (ms) => void (await control('/clock', { advanceMs: ms })),
    book: async () => {
      const { repeated } = await control('/references');
      const { charges } = await control('/book?all=1');
      const { cards } = await control('/cards');
      return {
        charges: charges as readonly HostCharge[],
        cards: cards as readonly HostCard[],
        repeatedReferences: (repeated as readonly { reference: string }[]).map(({ reference }) => reference),
      };
    },
    stop: async () => {
      client.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error('rede-host did not start')), START_WITHIN_MS);
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = LISTENS.exec(said) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    stdout?.once('end', () => {
      clearTimeout(timer);
      reject(new Error('rede-host ended instead of starting'));
    });
  });
}
