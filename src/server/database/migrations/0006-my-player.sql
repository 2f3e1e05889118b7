-- The player whom a user calls themselves: chosen, or the first whom they proved.
alter table users add column my_player text;
