import type { Accounts } from '../../accounts/accounts.ts';
import { type Dispute, type Disputes, daysLeft } from '../../gateway/disputes/index.ts';
import type { AddressedMail } from '../../platform/mail/index.ts';
import { counted, moneyText } from '../../platform/text/number-text.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { DISPUTE_KIND_WORDS } from '../disputes/dispute-words.ts';
import { providerName } from '../sales/sale-row.ts';

export interface DisputeMailOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'shopSettings'>;
  readonly disputes: { readonly store: Pick<Disputes['store'], 'find'> };
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
  readonly mode: 'sandbox' | 'production';
  publicUrl(): string;
}

/** To the shop: a sale is contested, or the last day to answer comes. Nobody is told of one that was answered meanwhile. */
export async function disputeMail(
  { accounts, disputes, clock, time, mode, publicUrl }: DisputeMailOptions,
  id: string,
): Promise<AddressedMail | undefined> {
  const dispute = await disputes.store.find(id);
  if (dispute?.state !== 'open') return undefined;
  const [person, { mails }] = await Promise.all([
    accounts.findPerson(dispute.merchantId),
    accounts.shopSettings(dispute.merchantId),
  ]);
  if (!person?.email || !mails.includes('dispute')) return undefined;
  const subject = subjectOf(dispute, time.day(clock.now()));
  const url = publicUrl();
  return {
    to: person.email,
    text: {
      from: 'Guichê',
      subject: mode === 'sandbox' ? `[Teste] ${subject}` : subject,
      heading: subject,
      paragraphs: [
        dispute.answerBy === undefined
          ? 'Veja o que o banco diz e guarde o que mostra que a venda é boa.'
          : 'Quem não responde no prazo perde o valor. Baixe o dossiê da disputa, envie pelo portal da adquirente e registre o que enviou.',
        'Não estorne esta venda: se a disputa for perdida, o dinheiro sai duas vezes.',
      ],
      lines: linesOf(dispute),
      button: { label: 'Ver a disputa', url: `${url}/painel/disputas/${dispute.id}` },
      footer: `Enviado a ${person.tradeName ?? person.name}. Escolha o que receber em ${url}/painel/configuracoes.`,
    },
  };
}

function subjectOf(dispute: Dispute, today: string): string {
  const what = `${DISPUTE_KIND_WORDS[dispute.kind]} de ${moneyText(dispute.amount)}`;
  const left = daysLeft(dispute, today);
  if (left === undefined) return what;
  if (left < 0) return `${what}: o prazo para responder terminou`;
  if (left === 0) return `${what}: responda hoje`;
  return `${what}: ${counted(left, 'dia')} para responder`;
}

function linesOf(dispute: Dispute): readonly (readonly [string, string])[] {
  const { answerBy, process, reasonCode, reasonText, referenceId } = dispute;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Responder até', answerBy?.split('-').toReversed().join('/')],
    ['Motivo', [reasonCode, reasonText].filter(Boolean).join(' · ') || undefined],
    ['Processo', process],
    [dispute.kind === 'med' ? 'Banco' : 'Adquirente', providerName(dispute.provider)],
    ['Pedido', referenceId],
  ];
  return lines.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}
