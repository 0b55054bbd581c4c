import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/text/icon.tsx';
import styles from './frame.module.css';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The search of the top bar: an id opens its sale, anything else the list. Ctrl K focuses it. */
export function FindSale() {
  const navigate = useNavigate();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    setText('');
    field.current?.blur();
    if (UUID.test(wanted)) void navigate({ to: '/vendas/$id', params: { id: wanted.toLowerCase() } });
    else void navigate({ to: '/vendas', search: { search: wanted } });
  };
  return (
    <search className={styles.find}>
      <form onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label="Buscar venda em todo o período"
          aria-keyshortcuts="Control+K"
          placeholder="Buscar venda, pedido, NSU, cliente…"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <span className={styles.key}>Ctrl K</span>
      </form>
    </search>
  );
}
