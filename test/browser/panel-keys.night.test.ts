import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testService } from '../support/service.ts';
import { assertNoBarriersNarrowByDay, logInAs, openPanelPage, WIDE_BY_DAY } from './panel-page.ts';
import { stageOf } from './stage.ts';

const FRESH_MS = 5 * 60_000;

describe('Keys in the panel, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite'));

  for (const width of WIDE_BY_DAY) {
    test(`a pair is made with the password asked again, used, and revoked, at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address());
      await page.goto(`${address()}/painel/chaves`);
      service.clock.advance(FRESH_MS);
      await page.getByRole('button', { name: 'Nova chave' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Nova chave' });
      await dialog.getByLabel('Nome').fill(`Loja ${width}`);
      await dialog.getByRole('button', { name: 'Criar chave' }).click();
      await page.getByLabel('Sua senha').fill('guiche-vendedor');
      await page.getByRole('button', { name: 'Confirmar' }).click();
      const made = page.getByRole('dialog', { name: 'Par da API' });
      const command = (await made.locator('pre').textContent()) ?? '';
      const [, url = ''] = /'(http[^']+)'/.exec(command) ?? [];
      const [, name = ''] = /authenticationApi: (\S+)'/.exec(command) ?? [];
      const [, secret = ''] = /authenticationKey: (\S+)'/.exec(command) ?? [];
      const tried = () =>
        fetch(url.replace('localhost', '127.0.0.1'), {
          headers: { authenticationApi: name, authenticationKey: secret },
        });
      assert.equal((await tried()).status, 200);
      await made.getByRole('button', { name: 'Já guardei' }).click();
      const revoke = page.getByRole('button', { name: `Revogar Loja ${width}` }).locator('visible=true');
      await revoke.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).waitFor();
      await page.keyboard.press('Escape');
      await revoke.and(page.locator(':focus')).waitFor();
      await revoke.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
      await page.getByText('Revogada').locator('visible=true').first().waitFor();
      service.clock.advance(10_000);
      assert.equal((await tried()).status, 401);
      assert.ok(!(await page.content()).includes(secret), 'the secret is still in the page');
      assert.deepEqual(complaints, []);
    });
  }

  test('the screen and its dialogs have no barrier at each width, light and dark', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/chaves`);
    await page.getByText('Par da API').locator('visible=true').first().waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Nova chave' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova chave' });
    await dialog.getByLabel('Nome').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await dialog.getByRole('button', { name: 'Criar chave' }).click();
    await page.getByText('Guarde agora').waitFor();
    await assertNoBarriersNarrowByDay(page);
    assert.deepEqual(complaints, []);
  });
});
