// A menu that is mounted when its button is first pressed: lists have one in each row, and most of
// them are never opened.

import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type AriaAttributes,
  type ReactElement,
  type Ref,
} from 'react';

interface ButtonProps extends AriaAttributes {
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
}
interface Props extends MenuProps {
  button: ReactElement<ButtonProps>;
}

/** @param props props of the library's menu; `button` opens it, the children are its entries */
export function RowMenu(props: Props) {
  const [isWanted, setWanted] = useState(false);
  return isWanted ? (
    <WholeMenu {...props} />
  ) : (
    cloneElement(props.button, {
      onClick: () => setWanted(true),
      'aria-haspopup': 'menu',
      'aria-expanded': false,
    })
  );
}

function WholeMenu({ button, children, ...menu }: Props) {
  const [isOpen, setOpen] = useState(false),
    target = useRef<HTMLButtonElement>(null);
  // Mounting replaces the button element: it gets the focus first, so that the menu returns the
  // focus to it when it closes.
  useEffect(() => {
    target.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
