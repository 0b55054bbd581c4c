import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ProductRow } from '../../../../../src/panel/products/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { FavouriteStar } from '../till-choices/favourite-star.tsx';
import { useTillChoices } from '../till-choices/use-till-choices.ts';
import styles from './till.module.css';
import { withFavouritesFirst } from './till-sale.ts';

const SHOWN = 60;

/** Products with their pictures; touching one adds it to the basket. */
export function ProductPicker({ onPick }: { readonly onPick: (product: ProductRow, price: number) => void }) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ProductRow>();
  const products = useQuery({
    queryKey: ['till-products', search],
    queryFn: ({ signal }) => call('GET /products', { query: { search, limit: SHOWN }, signal }),
  });
  const pick = (product: ProductRow) =>
    product.price === null ? setOpen(product) : onPick(product, product.price);
  const choices = useTillChoices();
  const maySell = useMay('sales.sell');
  const [failed, setFailed] = useState<Error>();
  const active = withFavouritesFirst(
    search === '' ? (choices?.favourites ?? []) : [],
    products.data?.items.filter((product) => product.active) ?? [],
  );
  const isFavourite = ({ id }: ProductRow) => choices?.favourites.some((one) => one.id === id) ?? false;
  return (
    <div className={styles.picker}>
      <SearchField label="Produto, referência ou EAN" value={search} onSearch={setSearch} />
      {products.isPending && <Loading />}
      {products.isError && <ErrorNotice error={products.error} onRetry={() => products.refetch()} />}
      {failed && <ErrorNotice error={failed} />}
      {products.data && active.length === 0 && <p className="soft">Nenhum produto encontrado.</p>}
      <ul className={styles.products}>
        {active.map((product) => (
          <li key={product.id} className={styles.product}>
            <button type="button" onClick={() => pick(product)}>
              {product.thumbnailUrl ? (
                <img src={product.thumbnailUrl} alt="" loading="lazy" />
              ) : (
                <span className={styles.noPicture}>
                  <Icon name="box" size={28} />
                </span>
              )}
              <b>{product.name}</b>
              <span>{product.price === null ? 'Valor aberto' : money(product.price)}</span>
            </button>
            {maySell && choices && (
              <FavouriteStar product={product} isFavourite={isFavourite(product)} onFailed={setFailed} />
            )}
          </li>
        ))}
      </ul>
      {open && (
        <OpenValueDialog
          product={open}
          onClose={() => setOpen(undefined)}
          onValue={(price) => {
            setOpen(undefined);
            onPick(open, price);
          }}
        />
      )}
    </div>
  );
}

function OpenValueDialog(props: {
  readonly product: ProductRow;
  readonly onValue: (cents: number) => void;
  readonly onClose: () => void;
}) {
  const [price, setPrice] = useState(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (price > 0) props.onValue(price);
  };
  return (
    <Dialog onClose={props.onClose} title={props.product.name}>
      <form onSubmit={submit}>
        <MoneyField label="Valor deste item" value={price} onChange={(cents) => setPrice(cents ?? 0)} />
        <Button type="submit" mt="lg" fullWidth disabled={price === 0}>
          Adicionar à venda
        </Button>
      </form>
    </Dialog>
  );
}
