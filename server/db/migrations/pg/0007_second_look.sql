ALTER TABLE "user" ADD COLUMN "wanted_email" text;--> statement-breakpoint
CREATE INDEX "audit_opened" ON "audit" USING btree ("cid","actor","at") WHERE type in ('patient.viewed', 'document.viewed', 'document.printed');--> statement-breakpoint
ALTER TABLE "access_grant" DROP COLUMN "is_nameless";