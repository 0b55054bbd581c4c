import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient } from '../../../support/http-client.ts';
import type { BankCharge } from '../judge/pix-evidence.ts';
import type { BankSlip } from '../judge/slip-evidence.ts';

const MAIN = fileURLToPath(new URL('../../../../simulators/pix-host/main.ts', import.meta.url));
const ADDRESS = /^Controle e QR Codes em (http:\/\/\S+)$/m;
const SETTING = /^ {2}--setting (\S+?=\S+)/gm;
/** The last line of what it prints when it listens. */
const STARTED = /acquirer add [^\n]*(?:\\\n[^\n]+)*[^\\]\n$/;
const START_WITHIN_MS = 120_000;
const CONNECTIONS = 16;
const CONFLICT = 409;

/**
 * As fast as the acquirer of cards: what it does late is late for the service too. Dates are real: a payment of tomorrow would stand in no
 * list of what arrived until now.
 */
const TIME_SCALE = 60;
const PROFILE = 'C6BANK';
/** Until then a slip cannot be taken back: some merchants want to. */
const REGISTRATION_MS = 400;

/** pix-host in a separate process: its book outlives every death of the service. */
export interface Bank {
  readonly provider: string;
  /** `--setting NAME=VALUE` arguments of the account there. */
  readonly settings: readonly string[];
  /** Sets the fault rates, as in `POST /__sim/faults`. */
  setFaults(rates: object): Promise<void>;
  /** A buyer pays; false when the bank did not take it. With `force` it takes what is over, and any amount. */
  pay(txid: string, how?: { readonly amount?: number; readonly force?: boolean }): Promise<boolean>;
  /** One half of a slip is paid; false when the bank did not take it. */
  paySlip(
    half: { readonly line: string } | { readonly pix: string },
    how?: { readonly amount?: number; readonly force?: boolean },
  ): Promise<boolean>;
  /** Of Pix, and of the other halves of slips. */
  book(): Promise<readonly BankCharge[]>;
  slips(): Promise<readonly BankSlip[]>;
  stop(): Promise<void>;
}

export async function startBank(): Promise<Bank> {
  const words = ['--plain', '--profile', PROFILE, '--time-scale', String(TIME_SCALE), '--real-dates'];
  words.push('--end-with-parent');
  // It ends with its standard input, and so with this process, however that ends; not by Ctrl-C, which only ends the load.
  const stdio: StdioOptions = ['pipe', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [MAIN, ...words], { stdio, detached: true });
  const said = await startOf(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const client = createClient(ADDRESS.exec(said)?.[1] ?? '', CONNECTIONS);
  const control = (path: string, body?: object) =>
    client.send({
      path: `/__sim${path}`,
      ...(body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  const controlled = async (path: string, body?: object): Promise<unknown> => {
    const answer = await control(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json();
  };
  const paid = async (path: string, body: object): Promise<boolean> => {
    const answer = await control(path, body);
    if (answer.status !== 200 && answer.status !== CONFLICT) throw new Error(answer.text);
    return answer.status === 200;
  };
  await controlled('/slip/registration', { laterMs: REGISTRATION_MS });
  return {
    provider: PROFILE,
    settings: [
      ...[...said.matchAll(SETTING)].map(([, setting = '']) => setting),
      'slipProduct=hybrid',
    ].flatMap((setting) => ['--setting', setting]),
    setFaults: async (rates) => void (await controlled('/faults', rates)),
    pay: (txid, how = {}) => paid('/pay', { txid, ...how }),
    paySlip: (half, how = {}) => paid('/slip/pay', { ...half, ...how }),
    slips: async () => ((await controlled('/slip/book?all=1')) as { slips: readonly BankSlip[] }).slips,
    book: async () => {
      const { charges } = (await controlled('/book?all=1')) as { charges: readonly WireCharge[] };
      return charges.map(bankCharge);
    },
    stop: async () => {
      client.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // It removes the folder of its settings.
      child.kill('SIGTERM');
      await ended;
    },
  };
}

interface WireCharge {
  readonly txid: string;
  readonly status: BankCharge['status'];
  readonly valor: { readonly original: string };
  readonly pix?: readonly {
    readonly endToEndId: string;
    readonly valor: string;
    readonly devolucoes?: readonly { readonly id: string; readonly valor: string; readonly status: string }[];
  }[];
}

function bankCharge({ txid, status, valor, pix = [] }: WireCharge): BankCharge {
  return {
    txid,
    status,
    amount: centavosOf(valor.original),
    payments: pix.map((payment) => ({
      endToEndId: payment.endToEndId,
      amount: centavosOf(payment.valor),
      returns: (payment.devolucoes ?? []).map((one) => ({
        id: one.id,
        amount: centavosOf(one.valor),
        state: one.status,
      })),
    })),
  };
}

function centavosOf(reais: string): number {
  return Math.round(Number(reais) * 100);
}

function startOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`pix-host did not start: ${said}`)), START_WITHIN_MS);
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!STARTED.test(said)) return;
      clearTimeout(timer);
      resolve(said);
    });
    stdout?.once('end', () => {
      clearTimeout(timer);
      reject(new Error('pix-host ended instead of starting'));
    });
  });
}
