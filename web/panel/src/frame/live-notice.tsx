import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useMay } from '../session/session.ts';
import { readKept } from '../ui/forms/use-kept.ts';
import { money } from '../ui/text/format.ts';
import styles from './live-notice.module.css';
import { type Look, lookAfter, type PaidSale, paidLate, paidSince } from './live-sales.ts';
import { playSound } from './sound.ts';

const REFRESH_MS = 15_000;
const SHOWN_MS = 20_000;
const NEWEST = '50';
/** Kept in this browser; see the settings. */
export const SOUND_KEPT = 'live.sound';
export const NOTICES_KEPT = 'live.notices';

/** Tells a shop of each sale that is paid while the panel is open, on whatever screen. */
export function LiveNotice() {
  const maySee = useMay('sales.read');
  const isOperator = useMay('platform.attention.read');
  const client = useQueryClient();
  const known = useRef<Look>(undefined);
  const late = useRef<{ readonly seen: ReadonlySet<string>; readonly until: string }>(undefined);
  const [shown, setShown] = useState<readonly PaidSale[]>([]);
  const { data } = useQuery({
    queryKey: ['live'],
    queryFn: async ({ signal }) => {
      const since = late.current?.until;
      const [newest, paid] = await Promise.all([
        call('GET /sales', { query: { view: 'confirmed', limit: NEWEST }, signal }),
        call('GET /live/payments', { query: since === undefined ? {} : { since }, signal }),
      ]);
      return { newest, paid };
    },
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
    enabled: maySee && !isOperator,
  });
  useEffect(() => {
    if (!data) return;
    const { newest, paid } = data;
    const news = paidSince(known.current, newest.items);
    const ofLate = paidLate(late.current?.seen, paid).filter(
      ({ id }) => !(known.current?.ids.has(id) ?? false) && !news.some((one) => one.id === id),
    );
    known.current = lookAfter(known.current, newest);
    late.current = {
      seen: new Set([...(late.current?.seen ?? []), ...paid.items.map(({ id }) => id)]),
      until: paid.until,
    };
    const told = [...news, ...ofLate];
    if (told.length === 0) return;
    setShown(told);
    if (readKept(SOUND_KEPT) ?? true) playSound();
    if (readKept(NOTICES_KEPT) === true) notifyOutside(told);
    client.invalidateQueries({ queryKey: ['sales'] });
  }, [data, client]);
  useEffect(() => {
    if (shown.length === 0) return;
    const timer = setTimeout(() => setShown([]), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const [first] = shown;
  return (
    <div role="status" className={styles.place}>
      {first && (
        <div className={styles.notice}>
          {shown.length === 1 ? (
            <Link to="/vendas/$id" params={{ id: first.id }}>
              {textOf(first)}
            </Link>
          ) : (
            <Link to="/vendas">{`${shown.length} vendas pagas agora`}</Link>
          )}
          <button type="button" aria-label="Fechar o aviso" onClick={() => setShown([])}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}

function textOf({ value, customerName }: PaidSale): string {
  return `Você recebeu ${money(value)}${customerName === null ? '' : ` de ${customerName}`}`;
}

/** By the browser, while another page or program is in front. */
function notifyOutside(paid: readonly PaidSale[]): void {
  const [first] = paid;
  if (!first || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  const text = paid.length === 1 ? textOf(first) : `${paid.length} vendas pagas agora`;
  new Notification(text, { tag: `guiche-${first.id}` });
}
