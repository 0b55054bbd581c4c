import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient } from '../../support/http-client.ts';

const LISTENS = /escuta em (http:[^\s,]+)(?:, consultas em (http:[^\s,]+))? \(/;
const START_WITHIN_MS = 120_000;
const CONNECTIONS = 2;

/** How many times faster than real time acquirers run: late answers arrive when the service has given up. */
const TIME_SCALE = 60;

/** A host of simulators/ in a process of its own. */
export interface HostProcess {
  readonly address: string;
  /** Where it answers queries, if that is elsewhere. */
  readonly queryAddress: string | undefined;
  /** Calls `/__sim` and the path; with a body by POST. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** References that were sent to it more than once. */
  repeatedReferences(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startHost(
  name: 'rede-host' | 'cielo-host',
  words: readonly string[],
): Promise<HostProcess> {
  const main = fileURLToPath(new URL(`../../../simulators/${name}/main.ts`, import.meta.url));
  const child = spawn(
    process.execPath,
    [main, '--time-scale', String(TIME_SCALE), '--end-with-parent', ...words],
    // It ends with its standard input, and so with this process, however that ends; not by Ctrl-C, which only ends the load.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  const { address, queryAddress } = await addressesOf(name, child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const client = createClient(address, CONNECTIONS);
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
    address,
    queryAddress,
    control,
    repeatedReferences: async () => {
      const { repeated } = await control('/references');
      return (repeated as readonly { reference: string }[]).map(({ reference }) => reference);
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

function addressesOf(
  name: string,
  { stdout }: ChildProcess,
): Promise<Pick<HostProcess, 'address' | 'queryAddress'>> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`${name} did not start`)), START_WITHIN_MS);
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address, queryAddress] = LISTENS.exec(said) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve({ address, queryAddress });
    });
    stdout?.once('end', () => {
      clearTimeout(timer);
      reject(new Error(`${name} ended instead of starting`));
    });
  });
}
