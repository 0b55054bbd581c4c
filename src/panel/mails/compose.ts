import type { Accounts } from '../../accounts/accounts.ts';
import type { ShopMail } from '../../accounts/shops/index.ts';
import type { PostbackStore } from '../../gateway/postbacks/index.ts';
import type { Transaction, TransactionStore } from '../../gateway/transactions/index.ts';
import type { EntriesToTell } from '../../operations/index.ts';
import type { AddressedMail, DueMail, MailText, NotYet } from '../../platform/mail/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { ExportSources } from '../exports/export-sales.ts';
import { receiptOf } from '../sales/receipt.ts';
import type { SalesDependencies } from '../sales/show-sale.ts';
import {
  invitationMail,
  newPasswordMail,
  passwordChangedMail,
  secondFactorRemovedMail,
} from './access-mails.ts';
import { chargeMail } from './charge-mail.ts';
import { type DisputeMailOptions, disputeMail } from './dispute-mail.ts';
import { mailedSaleOf } from './mailed-sale.ts';
import { monthlySalesMail, readMonth } from './monthly-sales.ts';
import { failedNoticesMail, paymentMail, receiptMail, refundMail } from './sale-mails.ts';
import { type SlipMailOptions, slipMailOf } from './slip-mail.ts';

export interface ComposeOptions {
  readonly accounts: SalesDependencies['accounts'] & Pick<Accounts, 'findPerson' | 'shopSettings'>;
  readonly sales: ExportSources['sales'];
  readonly tillSales: ExportSources['tillSales'];
  readonly transactions: Pick<TransactionStore, 'findAny' | 'attemptsOf'>;
  readonly postbacks: Pick<PostbackStore, 'countFailed'>;
  readonly entries: Pick<EntriesToTell, 'find'>;
  readonly disputes: DisputeMailOptions['disputes'];
  readonly clock: Clock;
  readonly vault: Vault;
  readonly time: LocalTime;
  readonly mode: 'sandbox' | 'production';
  readonly slipOf: SlipMailOptions['slipOf'];
  readonly queue: SlipMailOptions['queue'];
  publicUrl(): string;
}

/** A link in a mail is sealed for as long as it waits. */
export function linkContext(mailId: string): string {
  return `mail:${mailId}`;
}

/** What a mail says and to whom, when it is sent; undefined when nobody is to be told any more. */
export function composeMail(
  options: ComposeOptions,
  mail: DueMail,
): Promise<AddressedMail | NotYet | undefined> {
  switch (mail.kind) {
    case 'payment':
    case 'refund':
    case 'receipt':
      return saleMail(options, mail);
    case 'slip':
      return slipMailOf(options, mail);
    case 'charge_soon':
    case 'charge_refused':
      return chargeMail(options, mail, options.clock.now());
    case 'monthly_sales':
      return monthMail(options, mail);
    case 'failed_notices':
      return noticesMail(options, Number(mail.about));
    case 'dispute':
      return disputeMail(options, mail.about);
    case 'invitation':
    case 'new_password_link':
    case 'password_changed':
    case 'second_factor_removed':
      return Promise.resolve(accessMail(options, mail));
  }
}

async function saleMail(
  options: ComposeOptions,
  { kind, about, facts, createdAt }: DueMail,
): Promise<AddressedMail | undefined> {
  const { accounts, transactions, time, mode } = options;
  const sale = await transactions.findAny(about);
  if (!sale?.result.capturedAmount) return undefined;
  const [person, { mails }] = await Promise.all([
    accounts.findPerson(sale.merchantId),
    accounts.shopSettings(sale.merchantId),
  ]);
  // Typed by somebody of the shop, who wants it sent whatever the shop's choice for all sales is.
  const typed = facts.to === undefined ? undefined : String(facts.to);
  const to = typed ?? (kind === 'receipt' ? sale.order.customer?.email : person?.email);
  if (!to || (typed === undefined && !mails.includes(settingOf(kind, sale)))) return undefined;
  const mailed = mailedSaleOf(await receiptOf(options, sale), {
    shopEmail: person?.email,
    publicUrl: options.publicUrl(),
    isSandbox: mode === 'sandbox',
    // These are written in the commit of the payment: a link or a code may be older by days.
    paidAt: kind !== 'refund' && typed === undefined ? createdAt : undefined,
    time,
  });
  const amount = Number(facts.amount ?? sale.result.capturedAmount);
  const text = { payment: paymentMail, refund: refundMail, receipt: receiptMail };
  return { to, text: text[kind as keyof typeof text](mailed, amount) };
}

function settingOf(kind: DueMail['kind'], { order }: Transaction): ShopMail {
  if (kind === 'refund' || kind === 'receipt') return kind;
  return order.intention ? 'link_payment' : 'payment';
}

async function monthMail(
  options: ComposeOptions,
  { about, facts }: DueMail,
): Promise<AddressedMail | undefined> {
  const { accounts, mode, publicUrl } = options;
  const personId = Number(about);
  const [person, { accountantEmail }] = await Promise.all([
    accounts.findPerson(personId),
    accounts.shopSettings(personId),
  ]);
  if (person?.status !== 'active' || accountantEmail === undefined) return undefined;
  const name = person.tradeName ?? person.name;
  const month = await readMonth(options, { personId, name }, String(facts.month));
  const shop = { name, email: person.email, publicUrl: publicUrl(), isSandbox: mode === 'sandbox' };
  return { to: accountantEmail, text: monthlySalesMail(month, shop) };
}

async function noticesMail(
  { accounts, postbacks, publicUrl, mode }: ComposeOptions,
  personId: number,
): Promise<AddressedMail | undefined> {
  const [person, { mails }, failed] = await Promise.all([
    accounts.findPerson(personId),
    accounts.shopSettings(personId),
    postbacks.countFailed(personId),
  ]);
  if (!person?.email || failed === 0 || !mails.includes('failed_notices')) return undefined;
  const isSandbox = mode === 'sandbox';
  const shop = { shopName: person.tradeName ?? person.name, publicUrl: publicUrl(), isSandbox };
  return { to: person.email, text: failedNoticesMail(shop, failed) };
}

/** Everything is in its facts: the record may be gone by then. */
function accessMail({ vault }: ComposeOptions, { id, kind, facts }: DueMail): AddressedMail {
  const access = { userName: String(facts.userName), shopName: String(facts.shopName) };
  const link = () => vault.open(String(facts.link), linkContext(id)).reveal();
  const when = String(facts.when);
  const text = (): MailText => {
    if (kind === 'invitation') return invitationMail(access, link());
    if (kind === 'new_password_link') return newPasswordMail(access, link());
    return kind === 'password_changed'
      ? passwordChangedMail(access, when)
      : secondFactorRemovedMail(access, when);
  };
  return { to: String(facts.to), text: text() };
}
