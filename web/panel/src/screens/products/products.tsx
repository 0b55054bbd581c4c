import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ProductRow } from '../../../../../src/panel/products/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './products.module.css';
import { quantityText } from './quantity.ts';

const COLUMNS: readonly ListColumn<ProductRow>[] = [
  {
    id: 'name',
    header: 'Produto',
    cell: ({ row: { original } }) => (
      <Link to="/produtos/$id" params={{ id: String(original.id) }} className={styles.name}>
        <Picture product={original} />
        <b>{original.name}</b>
      </Link>
    ),
  },
  { id: 'price', header: 'Preço', cell: ({ row }) => priceOf(row.original) },
  { id: 'stock', header: 'Estoque', cell: ({ row }) => stockOf(row.original) },
  { id: 'reference', header: 'Referência', cell: ({ row }) => row.original.reference ?? '–' },
  { id: 'ean', header: 'EAN', cell: ({ row }) => row.original.ean ?? '–' },
  { id: 'state', header: 'Situação', cell: ({ row }) => <State product={row.original} /> },
];

/** The products of the shop. */
export function ProductsScreen() {
  const mayWrite = useMay('catalogue.write');
  const { busca = '' } = useSearch({ from: '/inside/produtos' });
  const navigate = useNavigate({ from: '/produtos' });
  const products = usePages<ProductRow>(['products', busca], (page, signal) =>
    call('GET /products', { query: { ...page, search: busca }, signal }),
  );
  const add = mayWrite && (
    <Button component={Link} to="/produtos/novo" leftSection={<Icon name="plus" />}>
      Novo produto
    </Button>
  );
  return (
    <>
      <ScreenHead title="Produtos">
        <Button component={Link} to="/categorias" variant="default">
          Categorias
        </Button>
        {add}
      </ScreenHead>
      <SearchField
        label="Nome, referência ou EAN"
        value={busca}
        onSearch={(words) => navigate({ search: words === '' ? {} : { busca: words }, replace: true })}
      />
      <DataList<ProductRow>
        caption="Produtos, mais novos primeiro"
        columns={COLUMNS}
        {...products}
        rowKey={({ id }) => String(id)}
        filtered={busca !== ''}
        card={(product) => (
          <Link to="/produtos/$id" params={{ id: String(product.id) }}>
            <span className={styles.card}>
              <Picture product={product} />
              <span>
                <b>{product.name}</b>
                <span className="soft">
                  {priceOf(product)} · {stockOf(product)}
                </span>
              </span>
              {!product.active && <State product={product} />}
            </span>
          </Link>
        )}
        empty={
          <>
            <b>Nenhum produto ainda</b>
            <p className="soft">Cadastre o que você vende para escolher na hora da venda.</p>
            {add}
          </>
        }
        nothingFound={<b>Nenhum produto com “{busca}”</b>}
      />
    </>
  );
}

function Picture({ product }: { readonly product: ProductRow }) {
  return product.thumbnailUrl === null ? (
    <span className={styles.picture}>
      <Icon name="box" size={17} />
    </span>
  ) : (
    <img className={styles.picture} src={product.thumbnailUrl} alt="" loading="lazy" />
  );
}

function State({ product: { active } }: { readonly product: ProductRow }) {
  return active ? (
    <Badge label="Ativo" tone="good" icon="check" />
  ) : (
    <Badge label="Inativo" tone="idle" icon="cross" />
  );
}

function priceOf({ price }: ProductRow): string {
  return price === null ? 'Pedido na venda' : money(price);
}

function stockOf({ stockControlled, quantity }: ProductRow): string {
  return stockControlled ? quantityText(quantity ?? 0) : 'Sem controle';
}
