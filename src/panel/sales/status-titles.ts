import type { TimelineEvent } from './schema.ts';

export type Described = Pick<TimelineEvent, 'title' | 'tone' | 'icon'>;

const STATUS_TITLES: Readonly<Record<number, Described>> = {
  0: { title: 'Comprador em autenticação', tone: 'wait', icon: 'shield' },
  1: { title: 'Recusada: o comprador pode tentar de novo', tone: 'bad', icon: 'cross' },
  4: { title: 'Venda expirada: nada foi cobrado', tone: 'neutral', icon: 'clock' },
  5: { title: 'Autorizada', tone: 'good', icon: 'check' },
  6: { title: 'Autorizada e capturada', tone: 'good', icon: 'check' },
  7: { title: 'Negada', tone: 'bad', icon: 'cross' },
  8: { title: 'Estorno em andamento', tone: 'wait', icon: 'undo' },
  9: { title: 'Cancelada', tone: 'neutral', icon: 'undo' },
  10: { title: 'Em verificação: a resposta da adquirente não chegou', tone: 'wait', icon: 'clock' },
  11: { title: 'Falha: nada foi cobrado', tone: 'neutral', icon: 'cross' },
};

const PIX_TITLES: Readonly<Record<number, Described>> = {
  0: { title: 'Em verificação: a resposta do banco não chegou', tone: 'wait', icon: 'clock' },
  1: { title: 'Código gerado: aguardando o pagamento', tone: 'wait', icon: 'clock' },
  4: { title: 'Pix expirado sem pagamento', tone: 'neutral', icon: 'clock' },
  6: { title: 'Pix recebido', tone: 'good', icon: 'check' },
  7: { title: 'O banco recusou a cobrança', tone: 'bad', icon: 'cross' },
  9: { title: 'Pix cancelado: nada foi pago', tone: 'neutral', icon: 'cross' },
};

const SLIP_TITLES: Readonly<Record<number, Described>> = {
  0: PIX_TITLES[0] as Described,
  1: { title: 'Boleto registrado: aguardando o pagamento', tone: 'wait', icon: 'clock' },
  4: { title: 'Boleto vencido sem pagamento', tone: 'neutral', icon: 'clock' },
  6: { title: 'Boleto pago', tone: 'good', icon: 'check' },
  7: { title: 'O banco recusou o boleto', tone: 'bad', icon: 'cross' },
  9: { title: 'Boleto cancelado: nada foi pago', tone: 'neutral', icon: 'cross' },
};

const TITLES_OF_KINDS: Readonly<Record<string, Readonly<Record<number, Described>>>> = {
  pix: PIX_TITLES,
  bankSlip: SLIP_TITLES,
};

/** What it means that a try to charge ended with this status. */
export function titleOfStatus(status: number): Described | undefined {
  return STATUS_TITLES[status];
}

/** The same where it means something else of the kind of payment than of a card. */
export function titleOfKind(kind: string, status: number): Described | undefined {
  return TITLES_OF_KINDS[kind]?.[status];
}
