import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { SaleCard } from '../sales/sale-card.tsx';
import styles from './home.module.css';

const REFRESH_MS = 5_000;
const SHOWN = '6';

/** The newest sales. As soon as one of them is new or ends otherwise, the figures are read again too. */
export function LastSales({ ofAllShops }: { readonly ofAllShops: boolean }) {
  const client = useQueryClient();
  const formats = useFormats();
  const last = useQuery({
    queryKey: ['sales', 'newest'],
    queryFn: ({ signal }) => call('GET /sales', { query: { limit: SHOWN }, signal }),
    refetchInterval: REFRESH_MS,
  });
  const items = last.data?.items;
  const seen = items?.map(({ id, status, refundedAmount }) => `${id} ${status} ${refundedAmount}`).join();
  useEffect(() => {
    if (seen !== undefined) void client.invalidateQueries({ queryKey: ['home'] });
  }, [seen, client]);
  if (last.isError && !items) return <ErrorNotice error={last.error} onRetry={() => last.refetch()} />;
  if (!items) return <Loading />;
  if (items.length === 0) return <p className="soft">As vendas aparecem aqui assim que são feitas.</p>;
  return (
    <>
      <ul className={styles.last}>
        {items.map((sale) => (
          <li key={`${sale.method ?? ''} ${sale.id}`}>
            <SaleCard sale={sale} formats={formats} withShop={ofAllShops} withDay />
          </li>
        ))}
      </ul>
      <Link to="/vendas" className={styles.all}>
        Ver todas as vendas
      </Link>
    </>
  );
}
