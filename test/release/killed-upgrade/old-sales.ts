import { setTimeout as sleep } from 'node:timers/promises';
import { API_PAIR, TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import { startReceiver } from '../../support/receiver.ts';
import { CARD, MASTERCARD, saleWith, VISA } from '../../support/sales.ts';
import type { StartedVersion } from './start-version.ts';

const ORIGINALS = 60;
const SETTLE_TIMEOUT_MS = 60_000;
const NO_FUNDS = '4000000000090516';
/** The acquirer's answer is lost, and the sale was approved. */
const LOST_ANSWER = '4000000000096042';
const PENDING = 10;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Sells in every way that leaves different rows, at a service of any version: captured, authorized, denied, with a lost answer,
 * captured later, refunded in part and in whole. Returns once no sale is pending, and `isTold`: nothing is left to send.
 */
export async function sellOriginals(
  { address }: StartedVersion,
  isTold: () => Promise<boolean>,
): Promise<void> {
  // Takes all notices, so that none is left to send.
  const receiver = await startReceiver();
  try {
    await sellAndSettle(address, `${receiver.address}/aviso`);
    const deadline = performance.now() + SETTLE_TIMEOUT_MS;
    while (!(await isTold())) {
      if (performance.now() > deadline) throw new Error('notices are left to send');
      await sleep(100);
    }
  } finally {
    await receiver.close();
  }
}

async function sellAndSettle(address: string, postBackUrl: string): Promise<void> {
  const send = (method: string, path: string, body?: object) => call(address, method, path, body);
  const ids: unknown[] = [];
  for (let n = 0; n < ORIGINALS; n++) {
    const number = [VISA, MASTERCARD, VISA, n % 10 === 2 ? LOST_ANSWER : NO_FUNDS][n % 4];
    const capture = n % 3 !== 0;
    const customer = { name: `João Antônio ${n}`, document: '111.444.777-35' };
    const sale = saleWith(
      { capture, installments: 1 + (n % 2), cardInfo: { ...CARD, number, cardholderName: 'MARIA SILVA' } },
      { amount: String(1_000 + n * 37), referenceId: `antiga-${n}`, customer, postBackUrl },
    );
    const { transactionId: id, status } = await send('POST', TRANSACTIONS_PATH, sale);
    ids.push(id);
    if (status === 5 && n % 2 === 0) await send('PUT', `${TRANSACTIONS_PATH}/${id}/capture`);
    if (status === 6 && n % 5 === 0) await send('PUT', `${TRANSACTIONS_PATH}/${id}/void?amount=300`);
    if (status === 6 && n % 5 === 1) await send('PUT', `${TRANSACTIONS_PATH}/${id}/void`);
  }
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (const id of ids) {
    while ((await send('GET', `${TRANSACTIONS_PATH}/${id}`)).status === PENDING) {
      if (performance.now() > deadline) throw new Error(`sale ${id} is still pending`);
      await sleep(100);
    }
  }
}

async function call(address: string, method: string, path: string, body?: object): Promise<Fields> {
  const answer = await fetch(address + path, {
    method,
    headers: { ...API_PAIR, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  const [first] = [JSON.parse(text)].flat();
  return first;
}
