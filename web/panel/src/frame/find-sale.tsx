import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useMe } from '../session/session.ts';
import { Icon } from '../ui/text/icon.tsx';
import styles from './frame.module.css';
import { screensNamed } from './menu-entries.ts';
import { useMenu } from './use-menu.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The search of the top bar: an id, or a text that only one sale has, opens its sale, anything else the list; below it the
 * screens of that name. Ctrl K focuses it.
 */
export function FindSale() {
  const navigate = useNavigate();
  const mayFindSales = useMe().permissions.includes('sales.read');
  const menu = useMenu();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const screens = screensNamed(menu, text);
  const leave = () => {
    setText('');
    field.current?.blur();
  };
  const findSale = async (wanted: string) => {
    const only = UUID.test(wanted) ? { id: wanted.toLowerCase(), method: null } : await onlySale(wanted);
    if (!only) return navigate({ to: '/vendas', search: { search: wanted } });
    const to = only.method === null ? '/vendas/$id' : '/caixa/vendas/$id';
    return navigate({ to, params: { id: only.id } });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    const [screen] = screens;
    const isScreen = screen?.label.toLowerCase() === wanted.toLowerCase();
    leave();
    if (screen && (isScreen || !mayFindSales)) await navigate({ to: screen.to });
    else if (mayFindSales) await findSale(wanted);
  };
  return (
    <search className={styles.find}>
      <form onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label="Buscar venda em todo o período, ou tela"
          aria-keyshortcuts="Control+K"
          placeholder="Buscar venda, pedido, NSU, cliente…"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && leave()}
        />
        <span className={styles.key}>Ctrl K</span>
      </form>
      {screens.length > 0 && (
        <ul className={styles.screens} aria-label="Telas">
          {screens.map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} onClick={leave}>
                <Icon name={icon} size={16} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

/** The sale that a text finds, if it finds no other. */
async function onlySale(search: string) {
  try {
    const { items, next } = await call('GET /sales', { query: { search, limit: '2' } });
    return items.length === 1 && next === null ? items[0] : undefined;
  } catch {
    // The list tells what is wrong.
    return undefined;
  }
}
