-- The language of the mails to a user: that of the page where they signed up, or chose another one since.
alter table users add column language text not null default 'en';
