import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { CategoryRow } from '../../../../../src/panel/categories/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './categories.module.css';
import { CategoryDialog } from './category-dialog.tsx';
import { DeleteCategoryDialog } from './delete-category-dialog.tsx';

/** The categories of products. */
export function CategoriesScreen() {
  const mayWrite = useMay('catalogue.write');
  const { busca = '' } = useSearch({ from: '/inside/categorias' });
  const navigate = useNavigate({ from: '/categorias' });
  const [edited, setEdited] = useState<CategoryRow | 'new'>();
  const [deleted, setDeleted] = useState<CategoryRow>();
  const categories = usePages<CategoryRow>(['categories', 'list', busca], (page, signal) =>
    call('GET /categories', { query: { ...page, search: busca }, signal }),
  );
  const name = (category: CategoryRow) =>
    mayWrite ? (
      <button type="button" className={styles.name} onClick={() => setEdited(category)}>
        {category.name}
      </button>
    ) : (
      <b>{category.name}</b>
    );
  const remove = (category: CategoryRow) =>
    mayWrite && (
      <Button size="compact-sm" variant="subtle" color="var(--wrong)" onClick={() => setDeleted(category)}>
        Excluir<span className="visually-hidden"> {category.name}</span>
      </Button>
    );
  const columns: readonly ListColumn<CategoryRow>[] = [
    { id: 'name', header: 'Categoria', cell: ({ row }) => name(row.original) },
    { id: 'id', header: 'Número', cell: ({ row }) => <span className="mono">{row.original.id}</span> },
    {
      id: 'delete',
      header: () => <span className="visually-hidden">Ações</span>,
      cell: ({ row }) => remove(row.original),
    },
  ];
  const add = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      Nova categoria
    </Button>
  );
  return (
    <>
      <ScreenHead title="Categorias">
        <Button component={Link} to="/produtos" variant="default">
          Produtos
        </Button>
        {add}
      </ScreenHead>
      <SearchField
        label="Nome da categoria"
        value={busca}
        onSearch={(words) => navigate({ search: words === '' ? {} : { busca: words }, replace: true })}
      />
      <DataList<CategoryRow>
        caption="Categorias, mais novas primeiro"
        columns={columns}
        {...categories}
        rowKey={({ id }) => String(id)}
        filtered={busca !== ''}
        card={(category) => (
          <div className={styles.card}>
            {name(category)}
            {remove(category)}
          </div>
        )}
        empty={
          <>
            <b>Nenhuma categoria ainda</b>
            <p className="soft">Todo produto fica em uma categoria: bebidas, salgados, serviços.</p>
            {add}
          </>
        }
        nothingFound={<b>Nenhuma categoria com “{busca}”</b>}
      />
      {deleted && <DeleteCategoryDialog category={deleted} onClose={() => setDeleted(undefined)} />}
      {edited && (
        <CategoryDialog
          category={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
