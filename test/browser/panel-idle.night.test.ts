import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { browserOf, OPERATOR, okJson, SELLER } from '../contract/panel/panel-client.ts';
import { byDayAndAtNight } from '../support/day-and-night.ts';
import { testService } from '../support/service.ts';
import { answered, installClock, passTime } from './page-clock.ts';
import { logInAs, openPanelPage } from './panel-page.ts';
import { type Examples, makeExamples, type ScreenPaths, screenPaths } from './panel-screens.ts';
import { stageOf } from './stage.ts';

const MINUTE_MS = 60_000;
const SELLER_MINUTES = 5;
const OPERATOR_MINUTES = 15;
/** Screens that read again by themselves, which must not keep the session: by day. All others: at night. */
const READ_AGAIN = /^\/(inicio|vendas\/|terminais\/|caixa\/vendas\/|precisa-de-atencao|saude)/;
/** How long a page is watched after its session's end. */
const WATCHED_MS = 3 * MINUTE_MS;

describe('A panel that is left open, in a real browser', () => {
  const service = testService('sqlite');
  let examples: Examples;
  const { chromium, address } = stageOf(service, async () => {
    examples = await makeExamples(service);
    const seller = browserOf(service);
    okJson(await seller.logIn());
    okJson(await seller.call('PATCH', '/settings/security', { idleMinutes: SELLER_MINUTES }));
  });

  /** A page with a clock of its own that stands until it is moved. */
  async function openWithClock() {
    const opened = await openPanelPage(chromium(), { fresh: true });
    await installClock(opened.page);
    return opened;
  }

  const leave = (page: Page, ms: number) => passTime(page, ms, service);

  /** Asks as a timer does, which changes nothing. */
  async function session(cookie: string) {
    const headers = { Cookie: cookie, 'X-Guiche-Timer': '1' };
    const answer = await service.send({ path: '/painel/api/session', headers });
    return { status: answer.status, me: answer.json() as { unusedMs: number; sessionId: string } };
  }

  async function cookieOf(page: Page): Promise<string> {
    return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  for (const [who, login, minutes] of [
    ['seller', SELLER, SELLER_MINUTES],
    ['operator', OPERATOR, OPERATOR_MINUTES],
  ] as const) {
    test(`every screen of the ${who} that is left open ends its session at the limit, and asks nothing more`, async (t) => {
      const { page, close } = await openWithClock();
      t.after(close);
      await page.goto(`${address()}/painel`);
      await page.getByRole('heading', { name: 'Entrar' }).waitFor();
      const paths: ScreenPaths = await screenPaths(page, examples);
      const [reading, others] = [true, false].map((again) =>
        paths[who].filter((path) => READ_AGAIN.test(path) === again),
      );
      for (const path of byDayAndAtNight(reading ?? [], others ?? [])) {
        await logInAs(page, address(), login);
        await page.goto(`${address()}/painel${path}`);
        await page.locator('main > *').first().waitFor();
        await answered(page);
        const cookie = await cookieOf(page);
        await leave(page, (minutes - 1) * MINUTE_MS);
        const before = await session(cookie);
        assert.equal(before.status, 200, path);
        assert.ok(before.me.unusedMs >= (minutes - 1) * MINUTE_MS - 10_000, `${path} counts as used`);
        await leave(page, 2 * MINUTE_MS);
        await page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
        assert.equal((await session(cookie)).status, 401, `${path}: its session goes on`);
        const asked: string[] = [];
        const note = (request: Request) => asked.push(request.url());
        page.on('request', note);
        await leave(page, WATCHED_MS);
        page.off('request', note);
        assert.deepEqual(asked, [], `${path} asks after the end`);
      }
    });
  }

  test('“Já entrei em outra aba, continuar” opens nothing with the session that ended, and goes on with a new one', async (t) => {
    const { page, close } = await openWithClock();
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/clientes/novo`);
    await page.getByLabel('Nome ou razão social').fill('Ana Souza');
    // The service is out of reach when the limit comes, so that the session cannot be ended there.
    await page.route('**/painel/api/**', (route) => route.abort());
    await passTime(page, (SELLER_MINUTES + 1) * MINUTE_MS);
    await page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
    await page.unroute('**/painel/api/**');
    const cookie = await cookieOf(page);
    assert.equal((await session(cookie)).status, 200, 'it goes on at the service');
    await page.getByRole('button', { name: 'Já entrei em outra aba, continuar' }).click();
    await page.getByText('Você ainda não entrou').waitFor();
    assert.equal((await session(cookie)).status, 401);
    await logInAs(page, address());
    await page.getByRole('button', { name: 'Já entrei em outra aba, continuar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Nome ou razão social').inputValue(), 'Ana Souza');
  });

  test('a page that is left does not end the session of another tab that is used', async (t) => {
    const { page, close } = await openWithClock();
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/inicio`);
    await page.locator('h1').first().waitFor();
    const cookie = await cookieOf(page);
    await leave(page, (SELLER_MINUTES - 1) * MINUTE_MS);
    await page.getByRole('dialog', { name: 'Você ainda está aí?' }).waitFor();
    const other = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
    const keep = { method: 'POST', path: '/painel/api/session/keep', headers: other, body: '{}' };
    assert.equal((await service.send(keep)).status, 200);
    await leave(page, MINUTE_MS);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await session(cookie)).status, 200);
  });

  test('typing alone keeps the session, up to the last minute with use', async (t) => {
    const { page, close } = await openWithClock();
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/clientes/novo`);
    await page.getByLabel('Nome ou razão social').fill('Ana');
    const cookie = await cookieOf(page);
    for (let minute = 0; minute < SELLER_MINUTES + 2; minute += 1) {
      await leave(page, MINUTE_MS);
      await page.keyboard.press('a');
    }
    await leave(page, MINUTE_MS);
    const { me } = await session(cookie);
    assert.ok(me.unusedMs <= MINUTE_MS + 10_000, `the last use is told ${me.unusedMs} ms later`);
  });
});
