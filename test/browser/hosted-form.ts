import type { Page } from 'playwright-core';

/** Approved by the sandbox. */
export const VISA = '4235647728025682';

interface Typed {
  readonly number?: string;
  readonly code?: string;
}

/** Fills the form of the hosted page. */
export async function typeCard(page: Page, { number = VISA, code = '123' }: Typed = {}): Promise<void> {
  await page.getByLabel('Número do cartão').fill(number);
  await page.getByLabel('Validade').fill('12/35');
  await page.getByLabel('Código (CVV)').fill(code);
  await page.getByLabel('Nome impresso no cartão').fill('Maria da Silva');
}

export const pay = (page: Page) => page.getByRole('button', { name: /^Pagar/ }).click();
export const approved = (page: Page) => page.getByText('Pagamento aprovado').waitFor();
