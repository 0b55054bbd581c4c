import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { SavedView } from '../../../../../src/panel/views/schema.ts';
import { call } from '../../api/call.ts';
import { Dropdown, DropdownItem } from '../../ui/forms/dropdown.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { readSaleSearch, type SaleSearch } from './sale-search.ts';
import styles from './sales.module.css';

const SaveViewDialog = lazy(async () => ({
  default: (await import('./save-view-dialog.tsx')).SaveViewDialog,
}));

const DeleteViewDialog = lazy(async () => ({
  default: (await import('./delete-view-dialog.tsx')).DeleteViewDialog,
}));

const SCREEN = 'sales';

interface SavedViewsProps {
  readonly search: SaleSearch;
  readonly columns: readonly string[];
  readonly onOpen: (search: SaleSearch, columns: readonly string[]) => void;
}

/** Saved views: open, save, delete. */
export function SavedViews({ search, columns, onOpen }: SavedViewsProps) {
  const [saving, setSaving] = useState(false);
  const [deleted, setDeleted] = useState<SavedView>();
  const views = useQuery({
    queryKey: ['views', SCREEN],
    queryFn: ({ signal }) => call('GET /views', { query: { screen: SCREEN }, signal }),
    staleTime: 60_000,
  });
  const items = views.data?.items ?? [];
  return (
    <>
      <Dropdown
        end
        label="Visões salvas"
        buttonClass={styles.saved}
        button={`Visões salvas${items.length > 0 ? ` (${items.length})` : ''}`}
      >
        {(close) => (
          <>
            {items.map(({ id, name, query, columns: shown, shared }) => (
              <DropdownItem
                key={id}
                onClick={() => {
                  close();
                  onOpen(readSaleSearch(Object.fromEntries(pairsOf(query))), shown);
                }}
              >
                {name}
                {shared && <span className="soft"> · da equipe</span>}
              </DropdownItem>
            ))}
            <DropdownItem
              icon={<Icon name="plus" size={16} />}
              onClick={() => {
                close();
                setSaving(true);
              }}
            >
              Salvar esta visão
            </DropdownItem>
            {items
              .filter(({ own }) => own)
              .map((view) => (
                <DropdownItem
                  key={view.id}
                  icon={<Icon name="cross" size={16} />}
                  onClick={() => {
                    close();
                    setDeleted(view);
                  }}
                >
                  Apagar {view.name}
                </DropdownItem>
              ))}
          </>
        )}
      </Dropdown>
      {deleted && (
        <Suspense fallback={null}>
          <DeleteViewDialog view={deleted} onClose={() => setDeleted(undefined)} />
        </Suspense>
      )}
      {saving && (
        <Suspense fallback={null}>
          <SaveViewDialog search={search} columns={columns} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A repeated key is a list. */
function pairsOf(query: string): readonly (readonly [string, string | string[]])[] {
  const values = new URLSearchParams(query);
  return [...new Set(values.keys())].map((name) => {
    const all = values.getAll(name);
    return [name, all.length > 1 ? all : (all[0] ?? '')] as const;
  });
}
