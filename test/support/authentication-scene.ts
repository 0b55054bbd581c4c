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
import { ENGINES } from './databases.ts';
import { type GatewayRecord, recordOf } from './gateway-answers.ts';
import { getAs, postJson, type Sale, TRANSACTIONS_PATH } from './gateway-client.ts';
import { type Settings, type TestService, testService } from './service.ts';

/** A card whose buyer is asked for a code, and is authenticated by the right one. */
const CHALLENGED = '4000000000001091';
const STARTED = 0;

export interface StartedSale {
  readonly id: string;
  /** Where the shop sends its buyer. */
  readonly url: string;
  /** Where the acquirer sends the browser back to. */
  readonly back: string;
  readonly record: GatewayRecord;
}

/** A shop and a buyer before a service. */
export interface Scene {
  readonly service: TestService;
  readonly browser: Browser;
  /** A sale with 3-D Secure, by default of a card whose buyer is asked for a code. */
  start(way?: Way, sale?: Sale): Promise<StartedSale>;
  /** The record as the shop asks for it. */
  recordOf(sale: StartedSale): Promise<GatewayRecord>;
  statusOf(sale: StartedSale): Promise<unknown>;
  /** Goes through the acquirer's page, with the right code where it asks for one. */
  pass(sale: StartedSale): Promise<Step>;
}

/** Declares the same tests on both engines, each on one service. */
export function onEachScene(title: string, settings: Settings, declare: (scene: Scene) => void): void {
  for (const engine of ENGINES) {
    describe(`${title} (${engine})`, () => {
      const service = testService(engine, settings);
      const browser = openBrowser();
      before(() => service.start());
      after(async () => {
        browser.close();
        await service.stop();
        await service.remove();
      });
      declare(sceneOf(service, browser));
    });
  }
}

function sceneOf(service: TestService, browser: Browser): Scene {
  const ask = async ({ id }: StartedSale) =>
    recordOf(await getAs(service, `${TRANSACTIONS_PATH}/${id}`), 200);
  return {
    service,
    browser,
    start: async (way = 'debit', sale = {}) => {
      const cardInfo = { number: CHALLENGED, ...sale.cardInfo };
      const record = recordOf(await postJson(service, authenticatedSale(way, { ...sale, cardInfo })));
      assert.equal(record.top.status, STARTED);
      const url = String(record.top.redirectUrl);
      return { id: String(record.top.transactionId), url, back: `${url}/return`, record };
    },
    recordOf: ask,
    statusOf: async (sale) => (await ask(sale)).top.status,
    pass: async ({ url }) => {
      const page = await browser.go(url);
      return asksForCode(page) ? browser.submit(page, { codigo: codeOn(page) }) : page;
    },
  };
}
