import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { Icon } from '../../ui/icon.tsx';
import { readSaleSearch, type SaleSearch } from './sale-search.ts';

const SaveViewDialog = lazy(async () => ({
  default: (await import('./save-view-dialog.tsx')).SaveViewDialog,
}));

export const SCREEN = 'sales';

interface SavedViewsProps {
  readonly search: SaleSearch;
  readonly columns: readonly string[];
  readonly onOpen: (search: SaleSearch, columns: readonly string[]) => void;
}

/** Filters and columns under a name: opened, saved, taken away. */
export function SavedViews({ search, columns, onOpen }: SavedViewsProps) {
  const [saving, setSaving] = useState(false);
  const client = useQueryClient();
  const views = useQuery({
    queryKey: ['views', SCREEN],
    queryFn: ({ signal }) => call('GET /views', { query: { screen: SCREEN }, signal }),
    staleTime: 60_000,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /views/:id', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['views', SCREEN] }),
  });
  const items = views.data?.items ?? [];
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="subtle">Visões salvas{items.length > 0 ? ` (${items.length})` : ''}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ id, name, query, columns: shown, shared }) => (
            <Menu.Item
              key={id}
              onClick={() => onOpen(readSaleSearch(Object.fromEntries(pairsOf(query))), shown)}
            >
              {name}
              {shared && <span className="soft"> · da equipe</span>}
            </Menu.Item>
          ))}
          {items.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => setSaving(true)}>
            Salvar esta visão
          </Menu.Item>
          {items
            .filter(({ own }) => own)
            .map(({ id, name }) => (
              <Menu.Item
                key={id}
                leftSection={<Icon name="cross" size={16} />}
                closeMenuOnClick={false}
                onClick={() => remove.mutate(id)}
              >
                Apagar {name}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <Suspense fallback={null}>
          <SaveViewDialog search={search} columns={columns} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A key that is repeated is a list. */
function pairsOf(query: string): readonly (readonly [string, string | string[]])[] {
  const values = new URLSearchParams(query);
  return [...new Set(values.keys())].map((name) => {
    const all = values.getAll(name);
    return [name, all.length > 1 ? all : (all[0] ?? '')] as const;
  });
}
