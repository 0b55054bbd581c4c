import assert from 'node:assert/strict';
import { join } from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
  WebError,
} from 'playwright-core';
import { authenticatedSale, type Way } from '../support/buyer.ts';
import { type GatewayRecord, recordOf } from '../support/gateway-answers.ts';
import { getAs, postJson, type Sale, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import type { TestService } from '../support/service.ts';
import { emptied, WAIT_MS } from './panel-page.ts';

export interface View {
  readonly name: string;
  readonly options: BrowserContextOptions;
}

export const VIEWS: readonly [phone: View, wide: View] = [
  {
    name: 'a phone without JavaScript',
    options: {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
      isMobile: true,
      hasTouch: true,
    },
  },
  { name: 'a wide screen', options: { viewport: { width: 1280, height: 800 } } },
];

const CONFIRM = 'Confirmar';
const CANCEL = 'Cancelar';
/** The button to leave an acquirer's page that does not redirect. */
const ONWARD = 'Voltar à loja';
const ONWARD_LINK = 'Continuar';
/** Console messages for an expected 4xx answer, and for a reload that finds the focus where it was. */
const HARMLESS =
  /^(Failed to load resource: the server responded with a status of 4\d\d|Autofocus processing was blocked)/;

/** Folder for screenshots of every page, for development. */
const PICTURES = process.env.TEST_PICTURES;

/** A buyer at a browser, in the middle of a payment. */
export interface BuyerAtScreen {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  /** Queries the record as the shop. */
  record(): Promise<GatewayRecord>;
  /** Opens the address that the shop received. */
  open(page?: Page): Promise<void>;
  typeCode(code?: string, page?: Page): Promise<void>;
  confirm(page?: Page): Promise<void>;
  cancel(): Promise<void>;
  /** Waits for a page with this heading; leaves the acquirer's page if it waits for a click. */
  arrives(heading: string | RegExp, page?: Page): Promise<void>;
  /** Errors reported by the browser: blocked forms, styles, scripts. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export async function sitDown(parts: {
  browser: Browser;
  service: TestService;
  view: View;
  title: string;
  way: Way;
  sale: Sale;
}): Promise<BuyerAtScreen> {
  const { service, view, title } = parts;
  const started = recordOf(await postJson(service, authenticatedSale(parts.way, parts.sale)));
  assert.equal(started.top.status, 0);
  const url = String(started.top.redirectUrl);
  const main = idlePages(parts.browser, view).pop() ?? (await newPage(parts.browser, view));
  const context = main.context();
  const complaints: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (!HARMLESS.test(message.text())) complaints.push(message.text());
  };
  const onError = (error: WebError) => complaints.push(String(error.error()));
  context.on('console', onConsole).on('weberror', onError);
  let pictures = 0;
  const picture = async (page: Page): Promise<void> => {
    if (PICTURES === undefined) return;
    pictures += 1;
    const name = `${title}, ${view.name}, ${pictures}`.replace(/[^\w]+/g, '-');
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };

  const buyer: BuyerAtScreen = {
    page: main,
    context,
    url,
    complaints,
    record: async () =>
      recordOf(await getAs(service, `${TRANSACTIONS_PATH}/${started.top.transactionId}`), 200),
    open: async (page = main) => {
      await page.goto(url);
      await picture(page);
    },
    typeCode: async (code, page = main) => {
      const shown = (await page.locator('.code').textContent())?.trim() ?? '';
      await page.getByLabel('Código').fill(code ?? shown);
    },
    confirm: async (page = main) => {
      await page.getByRole('button', { name: CONFIRM }).click();
      await picture(page);
    },
    cancel: async () => {
      await main.getByRole('button', { name: CANCEL }).click();
      await picture(main);
    },
    arrives: async (heading, page = main) => {
      const there = page.getByRole('heading', { level: 1, name: heading });
      const onward = page
        .getByRole('button', { name: ONWARD })
        .or(page.getByRole('link', { name: ONWARD_LINK }));
      await there.or(onward).waitFor();
      if (!(await there.isVisible())) {
        await picture(page);
        await assertReadable(page);
        await onward.click();
        await there.waitFor();
      }
      await picture(page);
      await assertReadable(page);
    },
    close: async () => {
      context.off('console', onConsole).off('weberror', onError);
      if (!main.isClosed() && (await emptied(main))) idlePages(parts.browser, view).push(main);
      else await context.close();
    },
  };
  return buyer;
}

/** Pages that earlier buyers left. */
const idle = new WeakMap<Browser, Map<View, Page[]>>();

function idlePages(browser: Browser, view: View): Page[] {
  const ofBrowser = idle.get(browser) ?? new Map<View, Page[]>();
  idle.set(browser, ofBrowser);
  const pages = ofBrowser.get(view) ?? [];
  ofBrowser.set(view, pages);
  return pages;
}

async function newPage(browser: Browser, view: View): Promise<Page> {
  const context = await browser.newContext({ locale: 'pt-BR', ...view.options });
  context.setDefaultTimeout(WAIT_MS);
  return context.newPage();
}

/** Asserts that nothing overflows the screen and that touch targets are large enough. */
async function assertReadable(page: Page): Promise<void> {
  const sizes = `[document.documentElement.scrollWidth, document.documentElement.clientWidth,
    [...document.querySelectorAll('button, .button, input')].filter((target) => target.getClientRects().length > 0)
      .map((target) => target.getBoundingClientRect().height)]`;
  const [wide, seen, heights] = await page.evaluate<[number, number, number[]]>(sizes);
  assert.ok(wide <= seen, `${page.url()} is ${wide} wide on a screen of ${seen}`);
  for (const height of heights) assert.ok(height >= 44, `a target of ${height} pixels`);
}
