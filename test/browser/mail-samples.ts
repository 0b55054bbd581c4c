import {
  invitationMail,
  newPasswordMail,
  passwordChangedMail,
  secondFactorRemovedMail,
} from '../../src/panel/mails/access-mails.ts';
import { chargeRefusedMail, chargeSoonMail } from '../../src/panel/mails/charge-mails.ts';
import { disputeMail } from '../../src/panel/mails/dispute-mail.ts';
import { monthlySalesMail } from '../../src/panel/mails/monthly-sales.ts';
import { failedNoticesMail, paymentMail, receiptMail, refundMail } from '../../src/panel/mails/sale-mails.ts';
import { slipMail } from '../../src/panel/mails/slip-mail.ts';
import type { MailKind, MailText } from '../../src/platform/mail/index.ts';
import { localTime } from '../../src/platform/time/clock.ts';

const SALE = {
  id: '01a216c8-6910-7000-9026-1ed1f086911d',
  shopName: 'Doces da Ana',
  shopDocument: '11.222.333/0001-81',
  shopEmail: 'ana@doces.example',
  publicUrl: 'https://pagar.example',
  when: '26/11/2026 às 10:15',
  paidBy: 'Crédito, 3x de R$ 150,00',
  byCard: true,
  captured: 45_000,
  refunded: 0,
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
const PIX = {
  ...SALE,
  paidBy: 'Pix',
  byCard: false,
  card: undefined,
  authorizationCode: undefined,
  nsu: undefined,
};
const SLIP = {
  shopName: 'Doces da Ana',
  shopDocument: '11.222.333/0001-81',
  shopEmail: 'ana@doces.example',
  amount: 45_000,
  line: '34191090081234567890123456789012199990000045000',
  url: `https://pagar.example/v1/url-payment/${'a1B2'.repeat(11)}`,
  dueOn: '2026-12-10',
  payableUntil: '2026-12-20',
  terms: {
    fine: { type: 'percent', value: 200 },
    interest: { type: 'monthlyPercent', value: 100 },
    discounts: [],
  },
  hasPix: true,
  payerName: 'Maria Albuquerque da Silva',
  description: 'Bolo de 3 kg com recheio de nozes',
  referenceId: 'encomenda-de-natal-da-familia-albuquerque',
  isReplacement: false,
  isSandbox: false,
} as const;
const FORM = 'https://pagar.example/v1/save-card/abc';

async function disputed(more: object): Promise<MailText> {
  const dispute = {
    id: 'd1',
    merchantId: 1,
    kind: 'chargeback',
    state: 'open',
    amount: 15_000,
    answerBy: '2026-12-01',
    process: '7700123',
    reasonCode: '10.4',
    reasonText: 'Fraude em transação não presente',
    referenceId: SALE.referenceId,
    provider: 'REDE',
    ...more,
  };
  const mail = await disputeMail(
    {
      accounts: {
        findPerson: async () => ({ name: SALE.shopName, email: SALE.shopEmail }),
        shopSettings: async () => ({ mails: ['dispute'] }),
      } as never,
      disputes: { store: { find: async () => dispute } } as never,
      clock: { now: () => Date.UTC(2026, 10, 26, 15) },
      time: localTime('America/Sao_Paulo'),
      mode: 'production',
      publicUrl: () => SALE.publicUrl,
    },
    'd1',
  );
  if (!mail) throw new Error('no mail about a dispute');
  return mail.text;
}

/** Each mail that the service sends, in the forms that it has. */
export const MAILS: Readonly<Record<MailKind, readonly MailText[]>> = {
  payment: [paymentMail(SALE, 45_000), paymentMail({ ...PIX, customerName: undefined }, 45_000)],
  refund: [
    refundMail({ ...SALE, refunded: 15_000 }, 15_000),
    refundMail({ ...PIX, refunded: 45_000 }, 45_000),
  ],
  receipt: [
    receiptMail(SALE, 45_000),
    receiptMail({ ...PIX, shopEmail: undefined, refunded: 10_000, isSandbox: true }, 45_000),
  ],
  slip: [
    slipMail(SLIP),
    slipMail({
      ...SLIP,
      ...{
        shopEmail: undefined,
        payableUntil: SLIP.dueOn,
        hasPix: false,
        isReplacement: true,
        isSandbox: true,
      },
      terms: { discounts: [] },
    }),
  ],
  failed_notices: [failedNoticesMail(SALE, 2), failedNoticesMail(SALE, 1)],
  dispute: [await disputed({}), await disputed({ kind: 'med', answerBy: undefined })],
  monthly_sales: [monthlySalesMail(MONTH, SHOP), monthlySalesMail({ ...MONTH, file: undefined }, SHOP)],
  charge_soon: [
    chargeSoonMail(CHARGE, { hasCard: true, formUrl: undefined }),
    chargeSoonMail({ ...CHARGE, part: undefined }, { hasCard: false, formUrl: FORM }),
  ],
  charge_refused: [
    chargeRefusedMail(CHARGE, { why: 'refused', nextTryOn: '02/12/2026', formUrl: FORM }),
    chargeRefusedMail(CHARGE, { why: 'no_card', nextTryOn: '02/12/2026', formUrl: FORM }),
    chargeRefusedMail(CHARGE, { why: 'failed', nextTryOn: undefined, formUrl: undefined }),
  ],
  invitation: [invitationMail(ACCESS, LINK)],
  new_password_link: [newPasswordMail(ACCESS, LINK)],
  password_changed: [passwordChangedMail(ACCESS, '26/11/2026 às 10:15')],
  second_factor_removed: [secondFactorRemovedMail(ACCESS, '26/11/2026 às 10:15')],
};
