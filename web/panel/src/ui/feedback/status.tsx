import { Icon, type IconName } from '../text/icon.tsx';
import styles from './status.module.css';

export type Tone = 'good' | 'wrong' | 'wait' | 'info' | 'idle';

interface StatusLook {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

/** The panel's labels of the gateway's status numbers. */
const SALE_STATUS: Readonly<Record<number, StatusLook>> = {
  0: { label: 'Em autenticação', tone: 'info', icon: 'shield' },
  1: { label: 'Link aberto', tone: 'info', icon: 'link' },
  4: { label: 'Expirada', tone: 'idle', icon: 'clock' },
  5: { label: 'A capturar', tone: 'info', icon: 'clock' },
  6: { label: 'Confirmada', tone: 'good', icon: 'check' },
  7: { label: 'Negada', tone: 'wrong', icon: 'cross' },
  8: { label: 'Estornando', tone: 'wait', icon: 'undo' },
  9: { label: 'Cancelada', tone: 'idle', icon: 'undo' },
  10: { label: 'Em verificação', tone: 'wait', icon: 'clock' },
  11: { label: 'Falha', tone: 'idle', icon: 'cross' },
  12: { label: 'Link cancelado', tone: 'idle', icon: 'cross' },
};

/** Of a payment link by how its last try ended: the sale was refused, whatever becomes of the link. */
const TRY_STATUS: Readonly<Record<number, StatusLook>> = {
  7: { label: 'Negada (link)', tone: 'wrong', icon: 'cross' },
  11: { label: 'Falha (link)', tone: 'idle', icon: 'cross' },
};

const UNKNOWN: StatusLook = { label: 'Desconhecida', tone: 'idle', icon: 'clock' };

export interface SaleStanding {
  readonly status: number;
  /** Of a payment link: the status of a sale that ended as its last try did. */
  readonly lastTry?: number | null;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
  /** How it was paid at a till; null: by the gateway. */
  readonly method?: string | null;
  readonly kind?: string;
}

/** Of a Pix, where the word of a card would mislead. */
const PIX_STATUS: Readonly<Record<number, StatusLook>> = {
  0: { label: 'Gerando o Pix', tone: 'info', icon: 'clock' },
  1: { label: 'Aguardando o Pix', tone: 'info', icon: 'clock' },
};

const SLIP_STATUS: Readonly<Record<number, StatusLook>> = {
  0: { label: 'Registrando o boleto', tone: 'info', icon: 'clock' },
  1: { label: 'Aguardando o boleto', tone: 'info', icon: 'clock' },
  4: { label: 'Boleto vencido', tone: 'idle', icon: 'clock' },
};

const OF_KIND: Readonly<Record<string, Readonly<Record<number, StatusLook>>>> = {
  pix: PIX_STATUS,
  bankSlip: SLIP_STATUS,
};

/** Of a sale of a till, where the gateway's word would mislead. */
const TILL_STATUS: Readonly<Record<number, StatusLook>> = {
  0: { label: 'Em pagamento', tone: 'wait', icon: 'card' },
  1: { label: 'Aguardando', tone: 'wait', icon: 'clock' },
};

/** A captured sale refunded in full is "Estornada"; one released before the capture is "Cancelada". */
export function saleStatusLabel(sale: SaleStanding): string {
  return lookOf(sale).label;
}

function lookOf({ status, lastTry, capturedAmount, refundedAmount, method, kind }: SaleStanding): StatusLook {
  const ofTry = lastTry ? TRY_STATUS[lastTry] : undefined;
  if (ofTry) return ofTry;
  const ofKind = method ? TILL_STATUS[status] : OF_KIND[kind ?? '']?.[status];
  const look = ofKind ?? SALE_STATUS[status] ?? UNKNOWN;
  if (kind === 'bankSlip' && status === 8 && capturedAmount === 0) return { ...look, label: 'Cancelando' };
  if (status === 9 && capturedAmount > 0) return { ...look, label: 'Estornada' };
  if (status === 6 && refundedAmount > 0) return { label: 'Estorno parcial', tone: 'idle', icon: 'undo' };
  return look;
}

export function SaleStatus(sale: SaleStanding) {
  return <Badge {...lookOf(sale)} />;
}

/** Colour, icon and label: no single one carries the meaning alone. */
export function Badge({ label, tone, icon }: StatusLook) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon name={icon} size={13} />
      {label}
    </span>
  );
}
