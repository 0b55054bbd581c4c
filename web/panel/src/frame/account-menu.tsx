import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { useMe, useSetSession } from '../session/session.ts';
import { Dropdown, DropdownItem } from '../ui/forms/dropdown.tsx';
import { Icon } from '../ui/text/icon.tsx';
import styles from './frame.module.css';

/** The logged-in user, and logout. */
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
    <div className={styles.accountPlace}>
      <Dropdown
        end
        label="Conta"
        buttonClass={styles.account}
        button={
          <>
            <span className={styles.initials} aria-hidden="true">
              {initials(person.tradeName ?? person.name)}
            </span>
            <b>{person.tradeName ?? person.name}</b>
            <span className="visually-hidden">: conta</span>
          </>
        }
      >
        {(close) => (
          <>
            <p className="soft">{user.name}</p>
            <DropdownItem
              icon={<Icon name="shield" size={16} />}
              onClick={() => {
                close();
                void navigate({ to: '/seguranca' });
              }}
            >
              Senha e segurança
            </DropdownItem>
            <DropdownItem
              icon={<Icon name="forward" size={16} />}
              onClick={() => openBeside('/docs/guias', close)}
            >
              Guias
            </DropdownItem>
            <DropdownItem icon={<Icon name="forward" size={16} />} onClick={() => openBeside('/docs', close)}>
              Referência da API
            </DropdownItem>
            <DropdownItem icon={<Icon name="logout" size={16} />} onClick={() => logOut.mutate()}>
              Sair
            </DropdownItem>
          </>
        )}
      </Dropdown>
    </div>
  );
}

/** In a tab of its own: what is typed in the panel stays. */
function openBeside(path: string, close: () => void): void {
  close();
  window.open(path, '_blank', 'noopener');
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();
}
