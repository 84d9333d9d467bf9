'use strict';
// Shows a heading's definition while the pointer is over it or it has the focus; also on a tap or
// click.
for (const button of document.querySelectorAll('.meaning')) {
  const tip = element(button.getAttribute('popovertarget'));
  if (!tip || !tip.showPopover) continue;
  const show = () => {
    if (tip.matches(':popover-open')) return;
    tip.showPopover();
    const box = button.getBoundingClientRect();
    const below = box.bottom + 6 + tip.offsetHeight < innerHeight;
    Object.assign(tip.style, {
      margin: 0, inset: 'auto',
      left: `${Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8))}px`,
      top: `${below ? box.bottom + 6 : Math.max(8, box.top - tip.offsetHeight - 6)}px`,
    });
  };
  const hide = () => { if (tip.matches(':popover-open')) tip.hidePopover(); };
  button.removeAttribute('popovertarget');
  button.setAttribute('aria-describedby', tip.id);
  button.addEventListener('mouseenter', show);
  button.addEventListener('focus', show);
  button.addEventListener('click', show);
  button.addEventListener('mouseleave', hide);
  button.addEventListener('blur', hide);
  window.addEventListener('scroll', hide, { passive: true });
}
