import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { useMe, useSetSession } from '../session/session.ts';
import styles from './frame.module.css';
import { Icon } from './icon.tsx';

/** Who is logged in, and the way out. */
export function AccountMenu() {
  const { user, person } = useMe();
  const navigate = useNavigate();
  const setSession = useSetSession();
  const logOut = useMutation({
    mutationFn: () => call('DELETE /session'),
    onSettled: () => {
      setSession(null);
      return navigate({ to: '/entrar', search: {} });
    },
  });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={styles.account}>
          <span className={styles.initials} aria-hidden="true">
            {initials(person.tradeName ?? person.name)}
          </span>
          <b>{person.tradeName ?? person.name}</b>
          <span className="visually-hidden">: conta</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.name}</Menu.Label>
        <Menu.Item
          leftSection={<Icon name="shield" size={16} />}
          onClick={() => navigate({ to: '/seguranca' })}
        >
          Senha e segurança
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" size={16} />} onClick={() => logOut.mutate()}>
          Sair
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();
}
