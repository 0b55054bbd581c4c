import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  invitationMail,
  newPasswordMail,
  passwordChangedMail,
  secondFactorRemovedMail,
} from '../../src/panel/mails/access-mails.ts';
import { chargeRefusedMail, chargeSoonMail } from '../../src/panel/mails/charge-mails.ts';
import { monthlySalesMail } from '../../src/panel/mails/monthly-sales.ts';
import { failedNoticesMail, paymentMail, receiptMail, refundMail } from '../../src/panel/mails/sale-mails.ts';
import { htmlText } from '../../src/platform/mail/layout.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { assertNoBarriersAtBothWidths, openPanelPage } from './panel-page.ts';

const SALE = {
  id: '01a216c8-6910-7000-9026-1ed1f086911d',
  shopName: 'Doces da Ana',
  shopDocument: '11.222.333/0001-81',
  shopEmail: 'ana@doces.example',
  publicUrl: 'https://pagar.example',
  when: '26/11/2026 às 10:15',
  paidBy: 'Crédito, 3x de R$ 150,00',
  card: 'Visa •••• 0433',
  referenceId: 'encomenda-de-natal-da-familia-albuquerque',
  description: 'Bolo de 3 kg com recheio de nozes',
  customerName: 'Maria Albuquerque da Silva',
  authorizationCode: '587000',
  nsu: '625871000',
  isSandbox: false,
};
const ACCESS = { userName: 'Lia Reis', shopName: 'Doces da Ana' };
const LINK = `https://pagar.example/painel/convite#${'a1B2'.repeat(11)}`;
const MONTH = {
  month: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  sales: 1_234,
  captured: 12_345_678,
  refunded: 45_000,
  file: { name: 'vendas-doces-da-ana-2026-10.xlsx', type: 'x', content: Buffer.alloc(0) },
};
const SHOP = { name: 'Doces da Ana', email: undefined, publicUrl: 'https://pagar.example', isSandbox: false };
const CHARGE = {
  shopName: 'Doces da Ana',
  shopDocument: '11.222.333/0001-81',
  shopEmail: 'ana@doces.example',
  clientName: 'Rui Dias',
  description: 'Plano mensal de bolos',
  amount: 12_900,
  part: '2 de 12',
  dueOn: '29/11/2026',
  isSandbox: false,
};
const MAILS = {
  month: monthlySalesMail(MONTH, SHOP),
  month_too_large: monthlySalesMail({ ...MONTH, file: undefined }, SHOP),
  payment: paymentMail(SALE, 45_000),
  refund: refundMail(SALE, 15_000),
  receipt: receiptMail(SALE, 45_000),
  notices: failedNoticesMail(SALE, 2),
  charge_soon: chargeSoonMail(CHARGE, { hasCard: true, formUrl: undefined }),
  charge_refused: chargeRefusedMail(CHARGE, {
    why: 'refused',
    nextTryOn: '02/12/2026',
    formUrl: 'https://pagar.example/v1/save-card/abc',
  }),
  charge_given_up: chargeRefusedMail(CHARGE, { why: 'no_card', nextTryOn: undefined, formUrl: undefined }),
  invitation: invitationMail(ACCESS, LINK),
  password: newPasswordMail(ACCESS, LINK),
  changed: passwordChangedMail(ACCESS, '26/11/2026 às 10:15'),
  removed: secondFactorRemovedMail(ACCESS, '26/11/2026 às 10:15'),
};

describe('Mails in a real browser', () => {
  let opened: OpenChromium;
  before(async () => {
    opened = await openChromium();
  });
  after(() => opened.close());

  test('have no barrier and do not scroll sideways at each width, and ask for nothing from elsewhere', async (t) => {
    const { page, complaints, close } = await openPanelPage(opened.browser);
    t.after(close);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const [name, mail] of Object.entries(MAILS)) {
      await page.setContent(htmlText(mail));
      await assertNoBarriersAtBothWidths(page);
      const folder = process.env.GUICHE_SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/mail-${name}.png`, fullPage: true });
    }
    assert.deepEqual(asked, []);
    assert.deepEqual(complaints, []);
  });
});
