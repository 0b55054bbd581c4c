import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { serviceAt, type TestService } from '../support/service.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { logInAs, openPanelPage, type PanelPage } from './panel-page.ts';

/** A service and a real browser, for the tests of a `describe`. */
export interface Stage {
  readonly service: TestService;
  chromium(): Browser;
  /** Of the service, by a name: browsers have passkeys at no number. */
  address(): string;
}

/**
 * Starts both before the tests and closes them after. `more` makes what the tests need besides, and leaves to the stack what
 * is to be closed first.
 */
export function stageOf(
  service: TestService,
  more: (closing: AsyncDisposableStack) => Promise<unknown> = async () => undefined,
): Stage {
  const closing = new AsyncDisposableStack();
  let opened: OpenChromium | undefined;
  before(async () => {
    closing.defer(() => service.remove());
    closing.defer(() => service.stop());
    await service.start();
    opened = await openChromium();
    closing.defer(opened.close);
    await more(closing);
  });
  after(() => closing.disposeAsync());
  return {
    service,
    chromium: () => {
      if (!opened) throw new Error('the browser is open while the tests run');
      return opened.browser;
    },
    address: () => service.address().replace('127.0.0.1', 'localhost'),
  };
}

/** A service on SQLite, whose database a test also writes to by itself. */
export function serviceWithPlace(): { readonly service: TestService; place(): DatabasePlace } {
  let made: DatabasePlace | undefined;
  const place = () => {
    if (!made) throw new Error('the database is made when the service starts');
    return made;
  };
  const service = serviceAt(
    async () => {
      made ??= await newDatabasePlace('sqlite', MIGRATIONS);
      return made;
    },
    {},
    { remove: async () => made?.remove() },
  );
  return { service, place };
}

/** A page of the panel with the demo seller logged in. */
export async function openScreen(
  { chromium, address }: Pick<Stage, 'chromium' | 'address'>,
  width: number,
  path: string,
): Promise<PanelPage> {
  const opened = await openPanelPage(chromium(), { width });
  await logInAs(opened.page, address());
  await opened.page.goto(`${address()}/painel/${path}`);
  return opened;
}
