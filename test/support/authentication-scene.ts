import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import {
  asksForCode,
  authenticatedSale,
  type Browser,
  codeOn,
  openBrowser,
  type Step,
  type Way,
} from './buyer.ts';
import { SQLITE_BY_DAY, type TestEngine } from './databases.ts';
import { type GatewayRecord, recordOf } from './gateway-answers.ts';
import { getAs, postJson, type Sale, TRANSACTIONS_PATH } from './gateway-client.ts';
import { type Settings, type TestService, testService } from './service.ts';

/** A card with a challenge: its buyer must type the right code. */
const CHALLENGED = '4000000000001091';
const STARTED = 0;

export interface StartedSale {
  readonly id: string;
  /** Address to which the shop redirects its buyer. */
  readonly url: string;
  /** Address to which the acquirer returns the browser. */
  readonly returnUrl: string;
  readonly record: GatewayRecord;
}

/** A service with a shop and a buyer. */
export interface Scene {
  readonly service: TestService;
  readonly browser: Browser;
  /** Starts a sale with 3-D Secure, by default with a card that has a challenge. */
  start(way?: Way, sale?: Sale): Promise<StartedSale>;
  /** Queries the record of the sale. */
  recordOf(sale: StartedSale): Promise<GatewayRecord>;
  statusOf(sale: StartedSale): Promise<unknown>;
  /** Completes the acquirer's page, with the right code if it asks for one. */
  pass(sale: StartedSale): Promise<Step>;
}

/** Declares tests with one service: on SQLite in `npm test`, on PostgreSQL at night. */
export function onSceneSqliteByDay(
  title: string,
  settings: Settings,
  declare: (scene: Scene, engine: TestEngine) => void,
): void {
  for (const engine of SQLITE_BY_DAY) {
    describe(`${title} (${engine})`, () => {
      const service = testService(engine, settings);
      const browser = openBrowser();
      before(() => service.start());
      after(async () => {
        browser.close();
        await service.stop();
        await service.remove();
      });
      declare(sceneOf(service, browser), engine);
    });
  }
}

function sceneOf(service: TestService, browser: Browser): Scene {
  const queryRecord = async ({ id }: StartedSale) =>
    recordOf(await getAs(service, `${TRANSACTIONS_PATH}/${id}`), 200);
  return {
    service,
    browser,
    start: async (way = 'debit', sale = {}) => {
      const cardInfo = { number: CHALLENGED, ...sale.cardInfo };
      const record = recordOf(await postJson(service, authenticatedSale(way, { ...sale, cardInfo })));
      assert.equal(record.top.status, STARTED);
      const url = String(record.top.redirectUrl);
      return { id: String(record.top.transactionId), url, returnUrl: `${url}/return`, record };
    },
    recordOf: queryRecord,
    statusOf: async (sale) => (await queryRecord(sale)).top.status,
    pass: async ({ url }) => {
      const page = await browser.go(url);
      return asksForCode(page) ? browser.submit(page, { codigo: codeOn(page) }) : page;
    },
  };
}
